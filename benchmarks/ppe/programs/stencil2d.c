/* stencil2d.c: two sweeps of a 5-point stencil over a square grid. */
#include "../harness/ppe.h"

enum { A, B, C };

static void setup(struct problem *p)
{
    p->n = scaled(p, 2, 4096, 8192);
    size_t cells = (size_t)p->n * p->n;
    fill_floats(array(p, IN, F32, cells), cells, 1, 0, 1);
    array(p, SCRATCH, F32, cells);
    array(p, OUT, F32, cells);
    p->bytes = 2 * 2 * 4.0 * cells;
    p->flops = 2 * 6.0 * cells;
    p->tolerance = 1e-5;
}

/* The border of b is left as it is: zero. */
static void sweep(int n, const float *a, float *b)
{
    LOOP(collapse(2))
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            b[i * n + j] = 0.5f * a[i * n + j] +
                           0.125f * (a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1] + a[i * n + j + 1]);
}

static void run(struct problem *p)
{
    sweep(p->n, p->array[A].at, p->array[B].at);
    sweep(p->n, p->array[B].at, p->array[C].at);
}

const struct program SIDE(stencil2d) = {"stencil2d", "5-point stencil, 2 sweeps", setup, run};
