#include <assert.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void f(double *a, float *b, int n)
{
#pragma omp target map(tofrom: a[0:n], b[0:n])
    {
        double copy[4];
        memcpy(copy, a, sizeof copy);
        memset(b, 0, 8);
        a[0] = sqrt(n) + fabs(b[0]) + pow(a[1], 2) + fmax(b[1], a[2]);
        b[2] = sqrtf(a[3]) + sinf(n);
        a[1] = isnan(a[0]) || isinf(b[0]) || signbit(a[0]);
        n = abs(n) + omp_get_team_num() + omp_is_initial_device();
        assert(n > 0);
        printf("%d %f %s\n", n, b[0], __func__);
        a[2] = __builtin_popcount(n) + INFINITY + NAN + HUGE_VAL;
    }
}
