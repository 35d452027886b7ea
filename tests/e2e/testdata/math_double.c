// libm in double, all values to twelve digits.
// TOLERANCE: 1e-12
// LINK: -lm
#include <math.h>
#include <stdio.h>

#define K 44

int main(void)
{
    double x[5] = {0.3, 1.0, 2.7, -0.6, 0.05}, r[5][K];
#pragma omp target teams distribute parallel for map(to: x) map(from: r)
    for (int i = 0; i < 5; i++) {
        double v = x[i], p = fabs(v), *o = r[i];
        *o++ = sin(v); *o++ = cos(v); *o++ = tan(v); *o++ = asin(v / 3); *o++ = acos(v / 3); *o++ = atan(v);
        *o++ = atan2(v, 2); *o++ = sinh(v); *o++ = cosh(v); *o++ = tanh(v); *o++ = asinh(v); *o++ = acosh(p + 1);
        *o++ = atanh(v / 3); *o++ = exp(v); *o++ = exp2(v); *o++ = expm1(v); *o++ = log(p); *o++ = log2(p);
        *o++ = log10(p); *o++ = log1p(p); *o++ = pow(p, 1.7); *o++ = pow(v, 3); *o++ = sqrt(p); *o++ = cbrt(v);
        *o++ = hypot(v, 4); *o++ = erf(v); *o++ = erfc(v); *o++ = tgamma(p); *o++ = lgamma(p + 2); *o++ = floor(v * 10);
        *o++ = ceil(v * 10); *o++ = trunc(v * 10); *o++ = round(v * 10); *o++ = rint(v * 10); *o++ = nearbyint(v * 10);
        *o++ = fmod(v * 10, 3); *o++ = remainder(v * 10, 3); *o++ = fmin(v, 1); *o++ = fmax(v, 1); *o++ = fdim(v, 1);
        *o++ = fma(v, 2, 1); *o++ = copysign(v, -1); *o++ = ldexp(v, 5); *o++ = fabs(v - 1);
    }
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < K; k++)
            printf("%d.%d: %.13f\n", i, k, r[i][k]);
    return 0;
}
