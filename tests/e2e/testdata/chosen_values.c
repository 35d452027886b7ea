// Values that are bounded where they are stored: through conversions, with NaN, and
// where the store changes what says where the value is.
#include <stdio.h>
#include <math.h>

#define N 256

struct cell { float value; signed char code; };

int main(void)
{
    float c[N], d[N];
    signed char s[N];
    unsigned u[N];
    struct cell cells[N];
    int at[N], chain[N];
    for (int i = 0; i < N; i++)
        at[i] = (i * 7 + 3) % N;
#pragma omp target teams distribute parallel for map(from: c, d, s, u, cells, chain)
    for (int i = 0; i < N; i++) {
        int k = i;
        c[k] = (i - 100) / 64.0f;
        if (c[k] < 0) {
            c[k] = 0;
        }
        else if (c[k] > 1) {
            c[k] = 1;
        }
        d[i] = i % 3 ? (i - 50) * 0.25f : i == 60 ? NAN : -i;
        if (d[i] < -20)
            d[i] = -20;
        else if (d[i] >= 10)
            d[i] = 10.5;
        s[k] = i * 3;
        if (s[k] > 100)
            s[k] = i;
        else if (s[k] < -100)
            s[k] = i + 300;
        else if (s[k] == 0)
            s[k] = -1;
        u[i] = i - 128;
        if (u[i] > 1u << 31)
            u[i] = -1;
        else if (u[i] < 5)
            u[i] = -u[i];
        cells[i].value = c[k] * 3;
        if (cells[i].value > 2)
            cells[i].value = 2;
        cells[i].code = i;
        if (cells[i].code < 0)
            cells[i].code = -cells[i].code;
        int x = i % 11, low = 3;
        if (x < low)
            x = low;
        else if (x == 7)
            x = x - 9;
        else if (x > 8)
            x = i;
        chain[i] = x;
    }
    // The value is where it says itself, or where an alias of the index says.
    int turns = 0, index = 2, w[8] = {0};
#pragma omp target map(tofrom: at, w) map(from: turns)
    {
        int i = 1, *p = &i;
        at[at[2]] = 5;
        if (at[at[2]] == 5)
            at[at[2]] = 6;
        *p = 3;
        if (*p > 2)
            *p = 4;
        w[i] = i;
        if (w[i] > 3)
            w[i] = 9;
        turns = i;
        int *q = &w[index];
        q[*q] = 1;
        if (q[*q] < 1)
            q[*q] = 7;
        else if (q[*q] > 0)
            q[*q] = 8;
    }
    // A bound is where the value goes.
    int bounds = 0;
#pragma omp target teams distribute parallel for reduction(+: bounds)
    for (int i = 0; i < 8; i++) {
        int v = 5, other = 3, *p = i & 1 ? &v : &other;
        *p = i * 3;
        if (*p > v)
            *p = v + 100;
        else if (*p < v)
            *p = v - 100;
        bounds += (v * 1000 + other) * (i + 1);
    }
    double sum = 0;
    int nans = 0;
    long sums[4] = {0};
    for (int i = 0; i < N; i++) {
        sum += c[i] * (i + 1) + cells[i].value * i;
        if (isnan(d[i]))
            nans++;
        else
            sum += d[i] * (i % 5);
        sums[0] += s[i] * (i % 9);
        sums[1] += (long)u[i] * i;
        sums[2] += cells[i].code * (long)i;
        sums[3] += chain[i] * i + at[i];
    }
    printf("%.4f %d %ld %ld %ld %ld %d %d\n", sum, nans, sums[0], sums[1], sums[2], sums[3], turns, bounds);
    for (int i = 2; i < 8; i++)
        printf("%d ", w[i]);
    printf("\n");
    return 0;
}
