/* bitonic.c: a bitonic sorting network. Steps that stay within a block of keys are done
 * together, in memory of the block's team. */
#include "../harness/ppe.h"

enum { KEY, START };
enum { BLOCK = 2048 };

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

/* The steps for sizes from first to last that stay within blocks. */
static void block_steps(int n, int block, int first, int last, unsigned *key)
{
    TEAMS()
    for (int b = 0; b < n / block; b++) {
        unsigned tile[BLOCK];
        TEAM_LOOP
        for (int i = 0; i < block; i++)
            tile[i] = key[b * block + i];
        for (int size = first; size <= last; size *= 2)
            for (int distance = (size < block ? size : block) / 2; distance > 0; distance /= 2) {
                TEAM_LOOP
                for (int i = 0; i < block / 2; i++) {
                    int low = 2 * i - (i & (distance - 1)), high = low + distance, up = ((b * block + low) & size) == 0;
                    unsigned x = tile[low], y = tile[high], least = x < y ? x : y, most = x < y ? y : x;
                    tile[low] = up ? least : most;
                    tile[high] = up ? most : least;
                }
            }
        TEAM_LOOP
        for (int i = 0; i < block; i++)
            key[b * block + i] = tile[i];
    }
}

static void run(struct problem *p)
{
    int n = p->n, block = n < BLOCK ? n : BLOCK;
    unsigned *key = p->array[KEY].at;
    const unsigned *start = p->array[START].at;
    LOOP()
    for (int i = 0; i < n; i++)
        key[i] = start[i];
    block_steps(n, block, 2, block, key);
    for (int size = 2 * block; size <= n; size *= 2) {
        for (int distance = size / 2; distance >= block; distance /= 2)
            exchange(n, size, distance, key);
        block_steps(n, block, size, size, key);
    }
}

const struct program SIDE(bitonic) = {"bitonic", "sorting network", setup, run};
