// const arrays and pointers to const are only read and only copied in.
#include <stdio.h>
#include <stdlib.h>

static const double weights[4] = {0.1, 0.2, 0.3, 0.4};
static const char name[] = "stencil";

static double dot(const double *restrict v, const int n)
{
    double s = 0;
    const double *const w = weights;
#pragma omp target map(to: v[0:n], w[0:4]) map(tofrom: s)
    for (int i = 0; i < n; i++)
        s += v[i] * w[i % 4] + name[i % (int)(sizeof name - 1)];
    return s;
}

int main(void)
{
    double v[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    const int m = 3;
    int out[3];
#pragma omp target map(from: out)
    for (int i = 0; i < m; i++)
        out[i] = (int)(weights[i] * 100 + m);
    printf("%.3f %d %d %d\n", dot(v, 9), out[0], out[1], out[2]);
    return 0;
}
