#include "chain.h"

void smooth(int *out, const int *in, long n)
{
#pragma omp target teams distribute parallel for map(to: in[0:n]) map(from: out[0:n])
    for (long i = 0; i < n; i++) {
        unsigned left = (unsigned)in[i ? i - 1 : 0], right = (unsigned)in[i + 1 < n ? i + 1 : n - 1];
        out[i] = (int)(left + 2u * (unsigned)in[i] + right);
    }
}

void scale(int *out, const int *in, long n)
{
#pragma omp target teams distribute parallel for map(to: in[0:n]) map(tofrom: out[0:n])
    for (long i = 0; i < n; i++)
        out[i] = (int)((unsigned)in[i] * 3u + (unsigned)out[i]);
}

static unsigned sum_range(const int *p, long n)
{
    unsigned sum = 0;
#pragma omp target teams distribute parallel for map(to: p[0:n]) map(tofrom: sum) reduction(+: sum)
    for (long i = 0; i < n; i++)
        sum += (unsigned)p[i];
    return sum;
}

long total(grid g) { return sum_range(g.now, g.n / 2) + (long)sum_range(g.now + g.n / 2, g.n - g.n / 2); }
