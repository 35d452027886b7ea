// Functions of another file with variable-length arrays, called with lengths that nobody knows before the region.
// FILES: parts/windows.c
#include <stdio.h>

#pragma omp declare target
double window_mean(int n, const double *v, int w);
double matrix_trace(int n, double a[n][n]);
#pragma omp end declare target

int main(void)
{
    double v[40], out[40], traces[40];
    int width[40];
    for (int i = 0; i < 40; i++)
        v[i] = i * 3 % 17, width[i] = i % 7 + 1;
#pragma omp target teams distribute parallel for map(to: v, width) map(from: out, traces)
    for (int i = 0; i < 40; i++) {
        int n = width[i];
        double own[n][n];
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++)
                own[a][b] = a == b ? v[a] : 1000;
        out[i] = window_mean(40 - i, v + i, n) + window_mean(n, own[0], 1);
        traces[i] = matrix_trace(n, own);
    }
    for (int i = 0; i < 40; i++)
        printf("%.3f %.1f\n", out[i], traces[i]);
    return 0;
}
