// Sparse matrix-vector product in CSR form, power iteration with normalization.
// TOLERANCE: 1e-9
// LINK: -lm
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 200, nnz = 0;
    int *row = malloc((n + 1) * sizeof *row), *col = malloc(n * 5 * sizeof *col);
    double *val = malloc(n * 5 * sizeof *val), *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), norm = 0;
    for (int i = 0; i < n; i++) {
        row[i] = nnz;
        x[i] = 1.0 / n;
        for (int k = -2; k <= i % 3; k++)
            if (i + k >= 0 && i + k < n) {
                col[nnz] = i + k;
                val[nnz++] = k == 0 ? 4 : -1.0 / (k * k);
            }
    }
    row[n] = nnz;
#pragma omp target data map(to: row[0:n + 1], col[0:nnz], val[0:nnz]) map(tofrom: x[0:n]) map(alloc: y[0:n])
    for (int it = 0; it < 10; it++) {
        norm = 0;
#pragma omp target teams distribute parallel for reduction(+: norm)
        for (int i = 0; i < n; i++) {
            double s = 0;
            for (int k = row[i]; k < row[i + 1]; k++)
                s += val[k] * x[col[k]];
            y[i] = s;
            norm += s * s;
        }
        double inv = 1 / sqrt(norm);
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            x[i] = y[i] * inv;
    }
    printf("%.10f %.10f %.10f\n", sqrt(norm), x[0], x[n / 2]);
    free(row); free(col); free(val); free(x); free(y);
    return 0;
}
