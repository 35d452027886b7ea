// Math functions inside device functions, M_PI, user functions of the same kind.
// TOLERANCE: 1e-12
// LINK: -lm
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

#pragma omp declare target
static double cnd(double d)
{
    const double a[5] = {0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429};
    double k = 1.0 / (1.0 + 0.2316419 * fabs(d)), p = 0;
    for (int i = 4; i >= 0; i--)
        p = k * (a[i] + p);
    double n = 1.0 / sqrt(2 * M_PI) * exp(-0.5 * d * d) * p;
    return d > 0 ? 1.0 - n : n;
}
#pragma omp end declare target

int main(void)
{
    double call[20];
#pragma omp target teams distribute parallel for map(from: call)
    for (int i = 0; i < 20; i++) {
        double s = 20 + i, x = 25, t = 0.5 + i * 0.1, r = 0.02, v = 0.3;
        double root = v * sqrt(t), d1 = (log(s / x) + (r + 0.5 * v * v) * t) / root;
        call[i] = s * cnd(d1) - x * exp(-r * t) * cnd(d1 - root);
    }
    for (int i = 0; i < 20; i++)
        printf("%.13f\n", call[i]);
    return 0;
}
