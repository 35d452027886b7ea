/* maximum.c: the largest magnitude among floats. */
#include <math.h>

#include "../harness/ppe.h"

static void setup(struct problem *p)
{
    p->n = scaled(p, 1, 1 << 25, 1 << 28);
    fill_floats(array(p, IN, F32, p->n), p->n, 1, -1, 1);
    p->results = 1;
    p->bytes = 4.0 * p->n;
    p->flops = p->n;
}

static void run(struct problem *p)
{
    int n = p->n;
    const float *x = p->array[0].at;
    float most = 0;
    LOOP(reduction(max: most) MAPPED(most))
    for (int i = 0; i < n; i++)
        most = fmaxf(most, fabsf(x[i]));
    p->result[0] = most;
}

const struct program SIDE(maximum) = {"maximum", "largest magnitude of floats", setup, run};
