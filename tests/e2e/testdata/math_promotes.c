// The double functions with float and integer arguments compute in double.
// TOLERANCE: 1e-13
// LINK: -lm
#include <math.h>
#include <stdio.h>

int main(void)
{
    float f = 0.7f, g = 2;
    int n = 7, m = -3;
    unsigned char c = 9;
    double r[16];
#pragma omp target map(from: r)
    {
        r[0] = sqrt(f);
        r[1] = sin(f) + cos(g);
        r[2] = pow(f, n);
        r[3] = pow(n, 2);
        r[4] = sqrt(2);
        r[5] = fabs(m + 0.0f);
        r[6] = exp(f) - expf(f) != 0;
        r[7] = fmax(f, 0) + fmin(n, 3.5f);
        r[8] = atan2(m, n);
        r[9] = sqrt(c) + log(n);
        r[10] = floor(n / 2) + ceil(n / 2.0f);
        r[11] = hypot(3, 4);
        r[12] = fma(n, f, m);
        r[13] = f * 1.1 + g / 3;
        r[14] = sqrtf(2) - sqrt(2) != 0;
        r[15] = (float)exp(n) + 1.0 / n;
    }
    for (int i = 0; i < 16; i++)
        printf("%.15f\n", r[i]);
    return 0;
}
