/* histogram.c: counts values by their upper eight bits. */
#include "../harness/ppe.h"

enum { BIN, DATA, BINS = 256 };

static void setup(struct problem *p)
{
    p->n = scaled(p, 1, 1 << 22, 1 << 26);
    array(p, OUT, U32, BINS);
    uint32_t *data = array(p, IN, U32, p->n);
    for (long i = 0; i < p->n; i++)
        data[i] = (uint32_t)hash(4, i);
    p->bytes = 4.0 * p->n;
}

static void run(struct problem *p)
{
    int n = p->n;
    unsigned *bin = p->array[BIN].at;
    const unsigned *data = p->array[DATA].at;
    LOOP()
    for (int b = 0; b < BINS; b++)
        bin[b] = 0;
    LOOP()
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        bin[data[i] >> 24]++;
    }
}

const struct program SIDE(histogram) = {"histogram", "256 bins, atomic", setup, run};
