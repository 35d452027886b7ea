/* fma.c: multiply and add in registers: what the arithmetic units can do. */
#include "../harness/ppe.h"

enum { CHAINS = 128, STEPS = 1000 };

static void setup(struct problem *p)
{
    p->n = scaled(p, 1, 1 << 12, 1 << 17);
    array(p, OUT, F32, p->n);
    p->flops = 2.0 * CHAINS * STEPS * p->n;
    p->bytes = 4.0 * p->n;
    p->tolerance = 1e-3;
}

static void run(struct problem *p)
{
    int n = p->n;
    float *to = p->array[0].at;
    LOOP()
    for (int i = 0; i < n; i++) {
        float v[CHAINS], sum = 0;
        for (int c = 0; c < CHAINS; c++)
            v[c] = c + i % 16;
        for (int step = 0; step < STEPS; step++)
            for (int c = 0; c < CHAINS; c++)
                v[c] = v[c] * 0.999f + 0.25f;
        for (int c = 0; c < CHAINS; c++)
            sum += v[c];
        to[i] = sum;
    }
}

const struct program SIDE(fma) = {"fma", "multiply-add in registers", setup, run};
