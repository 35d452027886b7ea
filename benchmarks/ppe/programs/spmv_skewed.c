/* spmv_skewed.c: y = A*x for a sparse matrix in compressed rows
 * whose rows are of very different lengths: 8 entries on average, but 4096 in some rows of the first eighth. */
#include "spmv.h"

static int length(int i, int n)
{
    (void)n;
    return i < n / 8 && i % 128 == 0 ? 4096 : 4 + (int)(hash(7, i) % 9);
}

const struct program SIDE(spmv_skewed) = {"spmv_skewed", "CSR matrix times vector, skewed rows", setup, run};
