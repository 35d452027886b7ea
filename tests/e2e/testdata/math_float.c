// libm in float: the f-suffixed functions.
// TOLERANCE: 4e-6
// LINK: -lm
#include <math.h>
#include <stdio.h>

#define K 36

int main(void)
{
    float x[4] = {0.3f, 1.0f, 2.7f, -0.6f}, r[4][K];
#pragma omp target teams distribute parallel for map(to: x) map(from: r)
    for (int i = 0; i < 4; i++) {
        float v = x[i], p = fabsf(v), *o = r[i];
        *o++ = sinf(v); *o++ = cosf(v); *o++ = tanf(v); *o++ = asinf(v / 3); *o++ = acosf(v / 3); *o++ = atanf(v);
        *o++ = atan2f(v, 2); *o++ = sinhf(v); *o++ = coshf(v); *o++ = tanhf(v); *o++ = expf(v); *o++ = exp2f(v);
        *o++ = expm1f(v); *o++ = logf(p); *o++ = log2f(p); *o++ = log10f(p); *o++ = log1pf(p); *o++ = powf(p, 1.7f);
        *o++ = sqrtf(p); *o++ = cbrtf(v); *o++ = hypotf(v, 4); *o++ = erff(v); *o++ = erfcf(v); *o++ = floorf(v * 10);
        *o++ = ceilf(v * 10); *o++ = truncf(v * 10); *o++ = roundf(v * 10); *o++ = rintf(v * 10); *o++ = fmodf(v * 10, 3);
        *o++ = fminf(v, 1); *o++ = fmaxf(v, 1); *o++ = fdimf(v, 1); *o++ = fmaf(v, 2, 1); *o++ = copysignf(v, -1);
        *o++ = ldexpf(v, 5); *o++ = fabsf(v - 1);
    }
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < K; k++)
            printf("%d.%d: %.7f\n", i, k, r[i][k]);
    return 0;
}
