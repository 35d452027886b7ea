// LU decomposition in place, shrinking loops, one-iteration loops at the end.
// TOLERANCE: 1e-10
#include <stdio.h>

#define N 30

int main(void)
{
    static double a[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i == j ? N : 0) + (i * 3 + j * 5) % 7;
#pragma omp target data map(tofrom: a)
    for (int k = 0; k < N; k++) {
#pragma omp target teams distribute parallel for
        for (int i = k + 1; i < N; i++)
            a[i][k] /= a[k][k];
#pragma omp target teams distribute parallel for collapse(2)
        for (int i = k + 1; i < N; i++)
            for (int j = k + 1; j < N; j++)
                a[i][j] -= a[i][k] * a[k][j];
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += a[i][j] * (i + 1) / (j + 1);
    printf("%.10f %.10f %.10f\n", s, a[N - 1][N - 1], a[N - 1][0]);
    return 0;
}
