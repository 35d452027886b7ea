/* transpose.c: a matrix with rows and columns exchanged. */
#include "../harness/ppe.h"

enum { TO, FROM };

static void setup(struct problem *p)
{
    p->n = scaled(p, 2, 4096, 8192);
    size_t cells = (size_t)p->n * p->n;
    array(p, OUT, F32, cells);
    fill_floats(array(p, IN, F32, cells), cells, 1, -1, 1);
    p->bytes = 8.0 * cells;
}

static void run(struct problem *p)
{
    int n = p->n;
    float *to = p->array[TO].at;
    const float *from = p->array[FROM].at;
    LOOP(collapse(2))
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            to[j * n + i] = from[i * n + j];
}

const struct program SIDE(transpose) = {"transpose", "matrix transposition", setup, run};
