/* triad.c: a = b + s*c, in doubles: what memory can do. */
#include "../harness/ppe.h"

enum { A, B, C };

static void setup(struct problem *p)
{
    p->n = scaled(p, 1, 1 << 24, 1 << 26);
    array(p, OUT, F64, p->n);
    fill_doubles(array(p, IN, F64, p->n), p->n, 1, -1, 1);
    fill_doubles(array(p, IN, F64, p->n), p->n, 2, -1, 1);
    p->bytes = 24.0 * p->n;
    p->flops = 2.0 * p->n;
    p->tolerance = 1e-14;
}

static void run(struct problem *p)
{
    int n = p->n;
    double *a = p->array[A].at, *b = p->array[B].at, *c = p->array[C].at;
    double s = 3;
    LOOP()
    for (int i = 0; i < n; i++)
        a[i] = b[i] + s * c[i];
}

const struct program SIDE(triad) = {"triad", "a = b + s*c", setup, run};
