/* matmul.c: the product of two square matrices of floats, as in a textbook. */
#include "../harness/ppe.h"

enum { C, A, B };

static void setup(struct problem *p)
{
    p->n = scaled(p, 3, 512, 2048);
    size_t cells = (size_t)p->n * p->n;
    array(p, OUT, F32, cells);
    fill_floats(array(p, IN, F32, cells), cells, 1, -1, 1);
    fill_floats(array(p, IN, F32, cells), cells, 2, -1, 1);
    p->bytes = 3 * 4.0 * cells;
    p->flops = 2.0 * cells * p->n;
    p->tolerance = 1e-4;
}

static void run(struct problem *p)
{
    int n = p->n;
    float *c = p->array[C].at;
    const float *a = p->array[A].at, *b = p->array[B].at;
    LOOP(collapse(2))
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

const struct program SIDE(matmul) = {"matmul", "matrix product, textbook loops", setup, run};
