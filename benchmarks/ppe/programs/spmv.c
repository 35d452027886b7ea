/* spmv.c: y = A*x for a sparse matrix in compressed rows
 * of about 16 entries a row. */
#include "spmv.h"

static int length(int i, int n)
{
    (void)n;
    return 8 + (int)(hash(7, i) % 17);
}

const struct program SIDE(spmv) = {"spmv", "CSR matrix times vector", setup, run};
