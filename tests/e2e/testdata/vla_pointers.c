// Arithmetic on pointers to rows of variable length, in regions and functions.
#include <stdio.h>
#include <stdlib.h>

#pragma omp declare target
static double walk(int n, int m, double (*a)[m])
{
    double s = 0, (*end)[m] = a + n;
    for (double (*p)[m] = a; p != end; p++)
        s += (*p)[0] + p[0][m - 1] + *(*p + 1);
    double (*q)[m] = &a[n - 1];
    q -= 1;
    s += (*q--)[1];
    s += (double)(end - q) + (double)sizeof *q + q[1][0];
    return s;
}
static double cube(int n, int m, double c[n][m][2], int i)
{
    double *flat = &c[0][0][0];
    double (*plane)[m][2] = c + 1;
    return c[i][m - 1][1] + (*plane)[0][1] + plane[-1][1][0] + flat[3] + (double)(sizeof c[0]);
}
#pragma omp end declare target

static void go(int n, int m)
{
    double a[n][m], (*h)[m] = malloc(sizeof(double[n][m])), c[n][m][2], out[n], sums[3] = {0};
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = i * 10 + j, h[i][j] = i - j, c[i][j][0] = i + j, c[i][j][1] = i * j;
#pragma omp target teams distribute parallel for map(to: a, c) map(tofrom: h[0:n]) map(from: out)
    for (int i = 0; i < n; i++) {
        double tmp[m], k[4][m];
        for (int j = 0; j < m; j++)
            tmp[j] = a[i][j] + h[i][j], k[i % 2][j] = j, k[i % 2 + 1][j] = 2 * j;
        double *row = a[i];
        out[i] = tmp[m - 1] + row[1] + cube(n, m, c, i) + walk(2, m, k + i % 2) + (double)(sizeof k / sizeof k[0]);
        for (int j = 0; j < m; j++)
            h[i][j] += tmp[j];
    }
#pragma omp target map(to: a) map(tofrom: sums)
    sums[0] = walk(n, m, a);
    for (int i = 0; i < n; i++)
        printf("%g ", out[i]);
    printf("%g %g %g\n", sums[0], h[n - 1][0], h[0][m - 1]);
    free(h);
}

int main(void)
{
    go(5, 3);
    go(4, 7);
    return 0;
}
