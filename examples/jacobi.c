/* jacobi.c: a hand-tuned data environment: the mesh stays on the device over all
 * sweeps and only the error comes back. */
#include <math.h>
#include <stdio.h>

enum { N = 258, SWEEPS = 500 };
static double t[N][N], next[N][N];

static double sweep(void)
{
    double error = 0;
#pragma omp target teams distribute parallel for collapse(2) reduction(max: error) map(tofrom: error)
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++) {
            next[i][j] = 0.25 * (t[i - 1][j] + t[i + 1][j] + t[i][j - 1] + t[i][j + 1]);
            error = fmax(error, fabs(next[i][j] - t[i][j]));
        }
#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            t[i][j] = next[i][j];
    return error;
}

int main(void)
{
    double error = 0;
    for (int i = 0; i < N; i++)
        t[i][0] = 100;
#pragma omp target data map(tofrom: t) map(alloc: next)
    for (int k = 0; k < SWEEPS; k++) {
        error = sweep();
        if (k % 100 == 0)
            printf("sweep %d: the largest change is %.6f\n", k, error);
    }
    printf("sweep %d: the largest change is %.6f, the middle has %.6f degrees\n", SWEEPS, error, t[N / 2][N / 8]);
    return !(error < 0.1);
}
