// Matrix product: naive, and with a tile in team-local memory.
#include <stdio.h>

enum { N = 48, T = 8 };
static double a[N][N], b[N][N], c[N][N], d[N][N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * j) % 7 - 3;
            b[i][j] = (i + 2 * j) % 5 - 2;
        }
#pragma omp target teams distribute parallel for collapse(2) map(to: a, b) map(from: c)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double s = 0;
            for (int k = 0; k < N; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
#pragma omp target map(to: a, b) map(from: d)
#pragma omp teams distribute collapse(2) thread_limit(T * T)
    for (int bi = 0; bi < N; bi += T)
        for (int bj = 0; bj < N; bj += T) {
            double acc[T][T], ta[T][T], tb[T][T];
#pragma omp parallel
            {
#pragma omp for collapse(2)
                for (int i = 0; i < T; i++)
                    for (int j = 0; j < T; j++)
                        acc[i][j] = 0;
                for (int bk = 0; bk < N; bk += T) {
#pragma omp for collapse(2)
                    for (int i = 0; i < T; i++)
                        for (int j = 0; j < T; j++) {
                            ta[i][j] = a[bi + i][bk + j];
                            tb[i][j] = b[bk + i][bj + j];
                        }
#pragma omp for collapse(2)
                    for (int i = 0; i < T; i++)
                        for (int j = 0; j < T; j++)
                            for (int k = 0; k < T; k++)
                                acc[i][j] += ta[i][k] * tb[k][j];
                }
#pragma omp for collapse(2)
                for (int i = 0; i < T; i++)
                    for (int j = 0; j < T; j++)
                        d[bi + i][bj + j] = acc[i][j];
            }
        }
    double s = 0;
    int diff = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            s += c[i][j] * (i - j);
            diff += c[i][j] != d[i][j];
        }
    printf("%g %d\n", s, diff);
    return 0;
}
