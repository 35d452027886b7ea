// Functions between declare target and end declare target, with call chains.
#include <stdio.h>

#pragma omp declare target
static int leaf(int x);

int square(int x) { return leaf(x) * leaf(x); }

static int leaf(int x) { return x + 1; }

static inline double mix(double a, double b, double t)
{
    return a * (1 - t) + b * t;
}

int chain(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += square(i);
    return s;
}
#pragma omp end declare target

int main(void)
{
    int r[10];
    double m[10];
#pragma omp target teams distribute parallel for map(from: r, m)
    for (int i = 0; i < 10; i++) {
        r[i] = chain(i) + square(i);
        m[i] = mix(i, 2 * i, 0.25);
    }
    for (int i = 0; i < 10; i++)
        printf("%d %g\n", r[i], m[i]);
    printf("%d\n", chain(4));
    return 0;
}
