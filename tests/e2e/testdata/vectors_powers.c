// LINK: -lm
// Powers of numbers that stand next to 0, infinities and what is no number: a device's
// vectors must not mix them up.
#include <math.h>
#include <stdio.h>

#define N 20000

static double x[N], y[N], cubes[N], powers[N], squares[N];

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
#pragma omp target teams distribute parallel for map(to: x, y) map(from: cubes, powers, squares)
    for (int i = 0; i < N; i++) {
        float f = x[i];
        int at = i;
        cubes[i] = pow(x[i], 3);
        squares[i] = pow(x[at++], 2);
        squares[i] += at - i + pow(fabs(y[i]), 2.0) - powf(f, 2) + pow(i % 7 - 3, 2);
        powers[i] = pow(x[i], y[i]);
    }
    int wrong = 0;
    for (int i = 0; i < N; i++) {
        double square = x[i] * x[i] + 1 + y[i] * y[i] - (float)x[i] * (float)x[i] + (i % 7 - 3) * (i % 7 - 3);
        wrong += isfinite(square) && fabs(square - squares[i]) > 1e-6 * (1 + x[i] * x[i] + y[i] * y[i]);
        wrong += !same(cubes[i], pow(x[i], 3)) + !same(powers[i], pow(x[i], y[i]));
    }
    printf("%d wrong\n", wrong);
    return 0;
}
