/* bitonic.c: a bitonic sorting network. */
#include "../harness/ppe.h"

enum { KEY, START };

static void setup(struct problem *p)
{
    p->n = scaled(p, 1, 1 << 20, 1 << 24);
    array(p, OUT, U32, p->n);
    uint32_t *start = array(p, IN, U32, p->n);
    for (long i = 0; i < p->n; i++)
        start[i] = (uint32_t)hash(6, i);
    double bits = 0;
    while (p->n >> (int)bits > 1)
        bits++;
    p->bytes = 8.0 * p->n * bits * (bits + 1) / 2;
}

/* One step of the network: the keys distance apart in runs of length size. */
static void exchange(int n, int size, int distance, unsigned *key)
{
    LOOP()
    for (int i = 0; i < n / 2; i++) {
        int low = 2 * i - (i & (distance - 1)), high = low + distance, up = (low & size) == 0;
        unsigned a = key[low], b = key[high];
        if ((a > b) == up) {
            key[low] = b;
            key[high] = a;
        }
    }
}

static void run(struct problem *p)
{
    int n = p->n;
    unsigned *key = p->array[KEY].at;
    const unsigned *start = p->array[START].at;
    LOOP()
    for (int i = 0; i < n; i++)
        key[i] = start[i];
    for (int size = 2; size <= n; size *= 2)
        for (int distance = size / 2; distance > 0; distance /= 2)
            exchange(n, size, distance, key);
}

const struct program SIDE(bitonic) = {"bitonic", "sorting network", setup, run};
