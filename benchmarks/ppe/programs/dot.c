/* dot.c: the scalar product of two vectors of doubles. */
#include "../harness/ppe.h"

enum { X, Y };

static void setup(struct problem *p)
{
    p->n = scaled(p, 1, 1 << 24, 1 << 26);
    fill_doubles(array(p, IN, F64, p->n), p->n, 1, 0, 1);
    fill_doubles(array(p, IN, F64, p->n), p->n, 2, 0, 1);
    p->results = 1;
    p->bytes = 16.0 * p->n;
    p->flops = 2.0 * p->n;
    p->tolerance = 1e-10;
}

static void run(struct problem *p)
{
    int n = p->n;
    const double *x = p->array[X].at, *y = p->array[Y].at;
    double sum = 0;
    LOOP(reduction(+: sum) MAPPED(sum))
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    p->result[0] = sum;
}

const struct program SIDE(dot) = {"dot", "scalar product, double", setup, run};
