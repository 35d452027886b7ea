/* stencil3d.c: a sweep of a 7-point stencil over a cube. */
#include "../harness/ppe.h"

enum { A, B };

static void setup(struct problem *p)
{
    p->n = scaled(p, 3, 256, 512);
    size_t cells = (size_t)p->n * p->n * p->n;
    fill_floats(array(p, IN, F32, cells), cells, 1, 0, 1);
    array(p, OUT, F32, cells);
    p->bytes = 2 * 4.0 * cells;
    p->flops = 8.0 * cells;
    p->tolerance = 1e-5;
}

static void run(struct problem *p)
{
    int n = p->n;
    const float *a = p->array[A].at;
    float *b = p->array[B].at;
    LOOP(collapse(3))
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            for (int k = 1; k < n - 1; k++) {
                int c = (i * n + j) * n + k;
                b[c] = 0.4f * a[c] + 0.1f * (a[c - 1] + a[c + 1] + a[c - n] + a[c + n] + a[c - n * n] + a[c + n * n]);
            }
}

const struct program SIDE(stencil3d) = {"stencil3d", "7-point stencil", setup, run};
