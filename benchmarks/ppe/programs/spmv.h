/* spmv.h: y = A*x for a sparse matrix in compressed rows. The program that includes
 * it says how long row i of n is: static int length(int i, int n). */
#include "../harness/ppe.h"

static int length(int i, int n);

enum { Y, START, COLUMN, VALUE, X };

static void setup(struct problem *p)
{
    int n = p->n = scaled(p, 1, 1 << 20, 1 << 22);
    array(p, OUT, F32, n);
    int *start = array(p, IN, I32, n + 1);
    for (int i = 0; i < n; i++)
        start[i + 1] = start[i] + length(i, n);
    p->m = start[n];
    int *column = array(p, IN, I32, p->m);
    for (int e = 0; e < p->m; e++)
        column[e] = (int)(hash(8, e) % n);
    fill_floats(array(p, IN, F32, p->m), p->m, 1, -1, 1);
    fill_floats(array(p, IN, F32, n), n, 2, -1, 1);
    p->bytes = 8.0 * p->m + 12.0 * n;
    p->flops = 2.0 * p->m;
    p->tolerance = 1e-4;
}

static void run(struct problem *p)
{
    int n = p->n;
    float *y = p->array[Y].at;
    const int *start = p->array[START].at, *column = p->array[COLUMN].at;
    const float *value = p->array[VALUE].at, *x = p->array[X].at;
    LOOP()
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int e = start[i]; e < start[i + 1]; e++)
            sum += value[e] * x[column[e]];
        y[i] = sum;
    }
}
