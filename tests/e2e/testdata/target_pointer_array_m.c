// double (*a)[M] in regions and in device functions.
#include <stdio.h>
#include <stdlib.h>

#define M 7

#pragma omp declare target
static double row_sum(const double (*a)[M], int i)
{
    double s = 0;
    for (int j = 0; j < M; j++)
        s += a[i][j];
    return s;
}

static double first(const double *row) { return row[0]; }
#pragma omp end declare target

int main(void)
{
    int n = 11;
    double (*a)[M] = malloc(n * sizeof *a);
    double sums[11];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = i * j + 0.5;
#pragma omp target teams distribute parallel for map(to: a[0:n]) map(from: sums)
    for (int i = 0; i < n; i++)
        sums[i] = row_sum((const double (*)[M])a, i) + first(a[i]) + (&a[i][1])[1] + **(a + i);
    for (int i = 0; i < n; i++)
        printf("%g\n", sums[i]);
    free(a);
    return 0;
}
