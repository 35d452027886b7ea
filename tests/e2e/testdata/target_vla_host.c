// Variable-length host arrays, one- and two-dimensional, mapped whole and in part.
#include <stdio.h>

static void run(int n, int m)
{
    double a[n][m];
    int v[n * 2 + 1];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = i * m + j;
    for (int i = 0; i <= 2 * n; i++)
        v[i] = i;
#pragma omp target map(tofrom: a, v)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            a[i][j] += v[i + n] * 0.5;
        v[i] = (int)(sizeof(a) / sizeof(a[0][0]));
    }
#pragma omp target map(tofrom: a[1:n - 2][0:m])
    for (int i = 1; i < n - 1; i++)
        a[i][m - 1] = -1;
#pragma omp target
    a[0][1] = a[n - 1][m - 1] + 0.25;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            printf("%g%c", a[i][j], j == m - 1 ? '\n' : ' ');
    printf("%d %d\n", v[0], v[2 * n]);
}

int main(void)
{
    run(3, 4);
    run(5, 3);
    return 0;
}
