// LINK: -lm
// Iterations side by side over arrays with static storage on the device, and with
// pointers to rows.
#include <math.h>
#include <stdio.h>

#define N 75

#pragma omp declare target
static double a[N][N], b[N][N], c[N][N], x[N], y[N];
static double scale = 2;
#pragma omp end declare target

int main(void)
{
    double high = 0, low = 0;
    for (int i = 0; i < N; i++) {
        x[i] = (i * 29 % 31) - 12;
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 3 + j) % 7 - 2;
            b[i][j] = (i + j * 5) % 9 - 4;
        }
    }
#pragma omp target update to(a, b, x)
#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            c[i][j] = 0;
            for (int k = 0; k < N; k++)
                c[i][j] += a[i][k] * b[k][j] * scale;
        }
#pragma omp target teams distribute parallel for reduction(max: high) reduction(min: low) map(tofrom: high, low)
    for (int i = 0; i < N; i++) {
        const double *row = c[i];
        double s = 0;
        for (int k = 0; k < N; k++)
            s += x[k] * a[k][i];
        y[i] = s + row[0];
        high = fmax(high, y[i]);
        if (s < low)
            low = s;
    }
#pragma omp target update from(c, y)
    double sum = 0, mixed = 0;
    for (int i = 0; i < N; i++) {
        mixed += y[i] * (i % 5);
        for (int j = 0; j < N; j++)
            sum += c[i][j] * ((2 * i + j) % 3);
    }
    printf("%g %g %g %g\n", sum, mixed, high, low);
    return 0;
}
