// Constants of type long double that are converted where they stand, as <float.h>
// writes DBL_MAX: no device needs long double for them.
#include <float.h>
#include <stdio.h>

#define THIRD (1.0L / 3)

static double least(const double *a, int n)
{
    double m = DBL_MAX;
    for (int i = 0; i < n; i++)
        if (a[i] < m)
            m = a[i];
    return m;
}

int main(void)
{
    double a[10], out[10];
    long whole[3];
    float single[3];
    for (int i = 0; i < 10; i++)
        a[i] = (i - 4) * (i - 4);

#pragma omp target map(to: a) map(from: out, whole, single)
    {
        out[0] = least(a, 10);
        out[1] = -DBL_MAX;
        out[2] = DBL_MIN;
        out[3] = DBL_EPSILON * 0.5;
        out[4] = (double)0.1L;
        out[5] = THIRD;
        double table[2] = {-1e-3L, (2 + 0.5L) * 4};
        out[6] = table[0];
        out[7] = table[1];
        out[8] = (double)0x1.8p1L;
        out[9] = a[9] < DBL_MAX ? +(double)1e300L : 0;
        whole[0] = (long)4.75L;
        whole[1] = (unsigned long)1e19L != 0;
        whole[2] = -2.5L;
        single[0] = (float)0.1L;
        single[1] = FLT_MAX;
        single[2] = 16777217.0L;
    }
    for (int i = 0; i < 10; i++)
        printf("%a\n", out[i]);
    printf("%ld %ld %ld %a %a %a\n", whole[0], whole[1], whole[2], single[0], single[1], single[2]);
    return 0;
}
