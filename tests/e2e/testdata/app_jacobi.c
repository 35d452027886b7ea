// Jacobi iteration on a small mesh with data kept on the device.
// TOLERANCE: 1e-12
// LINK: -lm
#include <math.h>
#include <stdio.h>

#define N 34

int main(void)
{
    static double a[N][N], b[N][N];
    double err = 1;
    int it = 0;
    for (int i = 0; i < N; i++)
        a[i][0] = b[i][0] = 1.0;
#pragma omp target data map(tofrom: a) map(to: b)
    while (err > 1e-3 && it < 200) {
        err = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(max: err)
        for (int j = 1; j < N - 1; j++)
            for (int i = 1; i < N - 1; i++) {
                b[j][i] = 0.25 * (a[j][i + 1] + a[j][i - 1] + a[j - 1][i] + a[j + 1][i]);
                err = fmax(err, fabs(b[j][i] - a[j][i]));
            }
#pragma omp target teams distribute parallel for collapse(2)
        for (int j = 1; j < N - 1; j++)
            for (int i = 1; i < N - 1; i++)
                a[j][i] = b[j][i];
        if (it++ % 20 == 0)
            printf("%d %.12f\n", it, err);
    }
    printf("%d %.12f %.12f %.12f\n", it, err, a[N / 2][1], a[1][N / 2]);
    return 0;
}
