// Infinities, NaN, signed zeros and denormals; the classification macros.
// LINK: -lm
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void)
{
    double zero = 0, big = DBL_MAX, tiny = DBL_MIN;
    float fzero = 0, ftiny = FLT_MIN;
    int r[27];
    double d[4];
#pragma omp target map(from: r, d)
    {
        double inf = 1 / zero, nan = zero / zero, nz = -zero;
        float finf = -1 / fzero, fnan = fzero / fzero;
        int i = 0;
        r[i++] = isnan(nan) != 0;
        r[i++] = isnan(inf) != 0;
        r[i++] = isinf(inf) != 0;
        r[i++] = isinf(finf) != 0;
        r[i++] = isnan(fnan) != 0;
        r[i++] = isfinite(big) != 0;
        r[i++] = isfinite(-inf) != 0;
        r[i++] = isnormal(tiny / 2) != 0;
        r[i++] = signbit(nz) != 0;
        r[i++] = nz == 0;
        r[i++] = nan != nan;
        r[i++] = nan < 1 || nan >= 1;
        r[i++] = !(nan == 1);
        r[i++] = inf > big;
        r[i++] = fmax(nan, 3) == 3;
        r[i++] = fmin(2, nan) == 2;
        r[i++] = big * 2 == INFINITY;
        r[i++] = NAN != NAN;
        r[i++] = tiny / 4 > 0;
        r[i++] = inf - inf == 0;
        r[i++] = isgreater(inf, 1.0) && !isless(nan, 1.0) && isunordered(nan, 1.0);
        r[i++] = signbit(copysign(1.0, nz)) != 0;
        r[i++] = pow(nan, 0) == 1 && pow(0, 0) == 1;
        r[i++] = (ftiny * 2) / 2 == ftiny;
        r[i++] = HUGE_VAL == inf;
        r[i++] = atan2(nz, -1.0) < 0;
        r[i++] = (nan ? 1 : 0) + (nz ? 10 : 0) + (!inf ? 100 : 0);
        d[0] = inf;
        d[1] = nz;
        d[2] = tiny / 8;
        d[3] = sqrt(nz);
    }
    for (int i = 0; i < 27; i++)
        printf("%d ", r[i]);
    printf("%g %g %a %g\n", d[0], d[1], d[2], d[3]);
    return 0;
}
