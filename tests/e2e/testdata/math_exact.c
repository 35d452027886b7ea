// What IEEE 754 fixes to the last bit: + - * /, sqrt, fma, rounding, no
// contraction of a * b + c on its own, division and root in float as well.
// LINK: -lm
#include <math.h>
#include <stdio.h>

int main(void)
{
    enum { N = 200 };
    static double d[N][6];
    static float f[N][6];
#pragma omp target teams distribute parallel for map(from: d, f)
    for (int i = 0; i < N; i++) {
        double a = 1.0 + i / 7.0, b = 1.1 * i, c = 1 / a;
        float fa = 1.0f + i / 7.0f, fb = 1.1f * i, fc = 1 / fa;
        d[i][0] = c;
        d[i][1] = sqrt(a);
        d[i][2] = a * c - 1;
        d[i][3] = a * b + c;
        d[i][4] = fma(a, c, -1.0);
        d[i][5] = b / a - a * b;
        f[i][0] = fc;
        f[i][1] = sqrtf(fa);
        f[i][2] = fa * fc - 1;
        f[i][3] = fa * fb + fc;
        f[i][4] = fmaf(fa, fc, -1.0f);
        f[i][5] = fb / fa - fa * fb;
    }
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 6; k++)
            printf("%a %a\n", d[i][k], f[i][k]);
    return 0;
}
