// LINK: -lm
// TOLERANCE: 1e-5
// Loops whose iterations become elements of vectors because of mathematical functions:
// members, functions of the program with several returns, and reductions.
#include <math.h>

#include "parts/vector_values.h"

#pragma omp declare target
static float bent(float v)
{
    if (v < -2)
        return -v;
    float w = v * v;
    if (v < 0) {
        w += 1;
        return w * 0.5f;
    } else if (v < 1)
        return w;
    return w - v;
}
static float bent_twice(float v, int again) { return again ? bent(bent(v) - 1) : bent(v); }
#pragma omp end declare target

static void members(int n)
{
#pragma omp target teams distribute parallel for num_teams(teams)
    for (int i = 0; i < n; i += 2) {
        if (items[i].kind > 1)
            items[i].value[1] = bent_twice(a[i], items[i].kind & 1) + cosf(items[i].value[0]) * expf(-b[i]);
        items[i].kind++;
        c[i / 2] = items[i].kind == 2 ? bent(b[i]) : cosf(a[i] / 3);
    }
    show("members", n);
}

static void reduced(int n)
{
    double sum = 0, low = 1e30;
    float high = -1e30f;
    long most = 0;
    int all = 1, bits = 0;
#pragma omp target teams distribute parallel for num_teams(teams) reduction(+: sum) reduction(min: low) reduction(max: high, most) \
    reduction(&&: all) reduction(|: bits) map(tofrom: sum, low, high, most, all, bits)
    for (int i = 0; i < n; i++) {
        double e = exp(-x[i]);
        float f = expf(b[i] / 4);
        long value = i + 1, length = 0;
        while (value != 1) {
            value = value % 2 ? 3 * value + 1 : value / 2;
            length++;
        }
        sum += e;
        if (i % 3)
            sum += f;
        low = fmin(low, e);
        high = f > high ? f : high;
        most = length > most ? length : most;
        all = all && f < 100;
        bits |= 1 << (i & 7);
    }
    printf("reduced %d: %.7g %.7g %.7g %ld %d %d\n", n, sum, low, high, most, all, bits);
}

int main(void)
{
    static const int sizes[] = {0, 1, 15, 16, 17, 32, 47, N};
    for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++) {
        fill();
        int n = sizes[i];
        teams = n == N ? 3 : 1;
        members(n);
        reduced(n);
    }
    return 0;
}
