/* norm.c: the Euclidean norm of a vector of floats, summed up in double. */
#include <math.h>

#include "../harness/ppe.h"

static void setup(struct problem *p)
{
    p->n = scaled(p, 1, 1 << 25, 1 << 28);
    fill_floats(array(p, IN, F32, p->n), p->n, 1, -1, 1);
    p->results = 1;
    p->bytes = 4.0 * p->n;
    p->flops = 2.0 * p->n;
    p->tolerance = 1e-10;
}

static void run(struct problem *p)
{
    int n = p->n;
    const float *x = p->array[0].at;
    double sum = 0;
    LOOP(reduction(+: sum) MAPPED(sum))
    for (int i = 0; i < n; i++)
        sum += (double)x[i] * x[i];
    p->result[0] = sqrt(sum);
}

const struct program SIDE(norm) = {"norm", "norm of floats, in double", setup, run};
