// LINK: -lm
// Powers of numbers that stand next to 0, infinities and what is no number: a device's
// vectors must not mix them up.
#include <math.h>
#include <stdio.h>

#define N 20000

static double x[N], y[N], cubes[N], powers[N];

static int same(double a, double b) { return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-13 * fabs(b); }

int main(void)
{
    const double unusual[] = {0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 1e-310, 1e300, -1e300};
    unsigned state = 7;
    for (int i = 0; i < N; i++) {
        state = state * 1664525u + 1013904223u;
        x[i] = (int)(state >> 20) % 512 - 256;
        y[i] = state % 3 ? (int)(state >> 12) % 9 - 4 : (state >> 8) / 1e6;
        if (state >> 27 == 3)
            x[i] = unusual[i % 10];
        if (state >> 27 == 5)
            y[i] = unusual[i % 10];
    }
#pragma omp target teams distribute parallel for map(to: x, y) map(from: cubes, powers)
    for (int i = 0; i < N; i++) {
        cubes[i] = pow(x[i], 3);
        powers[i] = pow(x[i], y[i]);
    }
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += !same(cubes[i], pow(x[i], 3)) + !same(powers[i], pow(x[i], y[i]));
    printf("%d wrong\n", wrong);
    return 0;
}
