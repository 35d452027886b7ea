// Floating-point sums whose order of additions is not fixed.
// TOLERANCE: 2e-4
#include <stdio.h>

int main(void)
{
    float f = 0, prod = 1;
    double d = 0;
#pragma omp target teams distribute parallel for reduction(+: f, d) reduction(*: prod)
    for (int i = 1; i <= 5000; i++) {
        f += 1.0f / i;
        d += 1.0 / ((double)i * i);
        prod *= 1 + 1e-4f;
    }
    printf("%.7f %.12f %.7f\n", f, d, prod);
    return 0;
}
