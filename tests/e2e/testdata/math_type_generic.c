// The macros of <tgmath.h> select functions by the types of their arguments.
// TOLERANCE: 1e-6
// LINK: -lm
#include <stdio.h>
#include <tgmath.h>

int main(void)
{
    double d[6], parts[6];
    float f[4];
    int sizes[3];
#pragma omp target map(from: d, f, parts, sizes)
    {
        double complex w = 1 + 2 * I, z = exp(w) + sqrt(w) * conj(w);
        float complex v = cos(1.0f - 1.0fi);
        d[0] = sin(1.0);
        d[1] = fabs(w);
        d[2] = carg(w);
        d[3] = pow(2, 0.5f);
        d[4] = fmax(2.5, 1);
        d[5] = ldexp(1.5, 3);
        f[0] = sqrt(2.0f);
        f[1] = fabs(-2.0f);
        f[2] = pow(2.0f, 3.0f);
        f[3] = atan2(1.0f, 2.0f);
        parts[0] = creal(z);
        parts[1] = cimag(z);
        parts[2] = creal(pow(w, 2.0));
        parts[3] = cimag(pow(w, v));
        parts[4] = creal(v);
        parts[5] = cimag(v);
        sizes[0] = sizeof sqrt(2.0f);
        sizes[1] = sizeof sqrt(2);
        sizes[2] = sizeof exp(v);
    }
    for (int i = 0; i < 6; i++)
        printf("%.7f %.7f\n", d[i], parts[i]);
    for (int i = 0; i < 4; i++)
        printf("%.6f\n", f[i]);
    printf("%d %d %d\n", sizes[0], sizes[1], sizes[2]);
    return 0;
}
