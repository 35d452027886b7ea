// Pointers to variable-length rows, allocated and passed as parameters.
#include <stdio.h>
#include <stdlib.h>

static void scale(int n, int m, double a[n][m], double (*b)[m], double f)
{
#pragma omp target teams distribute parallel for collapse(2) map(to: a[0:n][0:m]) map(from: b[0:n][0:m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i][j] = a[i][j] * f + j;
}

int main(void)
{
    int n = 17, m = 5;
    double (*a)[m] = malloc(n * sizeof *a);
    double (*b)[m] = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = i - j;
    scale(n, m, a, b, 3);
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += b[i][j] * (i + 2 * j);
    printf("%g %g %g\n", s, b[0][4], b[16][4]);
#pragma omp target map(tofrom: a[3:2])
    for (int j = 0; j < m; j++) {
        a[3][j] = 9;
        *(a[4] + j) = (double)sizeof *a;
    }
    printf("%g %g %g %g\n", a[2][4], a[3][4], a[4][0], a[5][0]);
    free(a);
    free(b);
    return 0;
}
