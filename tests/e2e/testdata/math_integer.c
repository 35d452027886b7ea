// abs, labs, llabs and their sign, integer rounding functions, integer min/max by
// hand, div by conversion.
// LINK: -lm
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int v[6] = {0, -1, 5, -2147483647, 2147483647, -100};
    long w[6] = {0, -1, 5, -(1L << 62), LONG_MAX, -100};
    double d[6] = {0.5, -0.5, 1.5, 2.5, -2.5, 1e10 + 0.4};
    long r[6][10];
#pragma omp target teams distribute parallel for map(to: v, w, d) map(from: r)
    for (int i = 0; i < 6; i++) {
        r[i][0] = abs(v[i]);
        r[i][1] = abs(v[i]) > -1;
        r[i][2] = abs(v[i]) - 10 < 0;
        r[i][3] = labs(w[i]);
        r[i][4] = llabs(w[i]) / -3;
        r[i][5] = lround(d[i]);
        r[i][6] = llrint(d[i]);
        r[i][7] = lrint(d[i] * 3);
        r[i][8] = (long)floor(d[i]) - (long)ceil(d[i]);
        r[i][9] = llround(-d[i]);
    }
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 10; k++)
            printf("%ld%c", r[i][k], k == 9 ? '\n' : ' ');
    return 0;
}
