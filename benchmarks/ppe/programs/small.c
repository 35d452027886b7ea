/* small.c: a thousand small loops, one after the other. */
#include "../harness/ppe.h"

enum { A, B, LOOPS = 1000 };

static void setup(struct problem *p)
{
    p->n = scaled(p, 1, 1 << 18, 1 << 22);
    array(p, OUT, F32, p->n);
    fill_floats(array(p, IN, F32, p->n), p->n, 1, 0, 1);
    p->bytes = LOOPS * 12.0 * p->n;
    p->flops = LOOPS * 2.0 * p->n;
    p->tolerance = 1e-5;
}

static void run(struct problem *p)
{
    int n = p->n;
    float *a = p->array[A].at, *b = p->array[B].at;
    for (int step = 0; step < LOOPS; step++) {
        float keep = step > 0 ? 0.5f : 0;
        LOOP()
        for (int i = 0; i < n; i++)
            a[i] = keep * a[i] + b[i];
    }
}

const struct program SIDE(small) = {"small", "1000 small loops", setup, run};
