/* moments.c: four reductions at once: sum, sum of squares, smallest, largest. */
#include "../harness/ppe.h"

static void setup(struct problem *p)
{
    p->n = scaled(p, 1, 1 << 24, 1 << 27);
    fill_doubles(array(p, IN, F64, p->n), p->n, 1, 0, 1);
    p->results = 4;
    p->bytes = 8.0 * p->n;
    p->flops = 5.0 * p->n;
    p->tolerance = 1e-10;
}

static void run(struct problem *p)
{
    int n = p->n;
    const double *x = p->array[0].at;
    double sum = 0, squares = 0, least = 1e300, most = -1e300;
    LOOP(reduction(+: sum, squares) reduction(min: least) reduction(max: most) MAPPED(sum, squares, least, most))
    for (int i = 0; i < n; i++) {
        sum += x[i];
        squares += x[i] * x[i];
        least = x[i] < least ? x[i] : least;
        most = x[i] > most ? x[i] : most;
    }
    p->result[0] = sum;
    p->result[1] = squares;
    p->result[2] = least;
    p->result[3] = most;
}

const struct program SIDE(moments) = {"moments", "sum, squares, min, max at once", setup, run};
