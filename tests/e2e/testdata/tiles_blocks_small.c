// A product of matrices in blocks, small enough for a simulator that looks for races.
#include <stdio.h>

static float a[40 * 40], b[40 * 40], c[40 * 40];

int main(void)
{
    int n = 37, m = 39, l = 20;
    for (int i = 0; i < 40 * 40; i++)
        a[i] = i % 7, b[i] = i % 5;
#pragma omp target teams distribute parallel for collapse(2) map(to: a, b) map(tofrom: c)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < l; k++)
                sum += a[i * l + k] * b[k * m + j];
            c[i * m + j] = sum;
        }
    double s = 0;
    for (int i = 0; i < 40 * 40; i++)
        s += c[i] * (i % 13);
    printf("%.0f\n", s);
    return 0;
}
