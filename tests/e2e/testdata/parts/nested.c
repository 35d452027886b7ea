// Part of spaces_files_nested.c.
#include "vectors.h"
#include "nested.h"

void spread(const int *a, int n, int at, struct sums *out)
{
    int low[5], high[3] = {0, at, 1};
    for (int i = 0; i < 5; i++)
        low[i] = a[(at + i) % n];
    vec_swap(&low[0], &low[4]);
    out->low += vec_sum(low, 4);
    out->high += vec_sum(high, 3);
}

#pragma omp declare target
static int local_sum(int from)
{
    int t[3] = {from, from + 1, from + 2};
    return vec_sum(t, 3);
}
#pragma omp end declare target

int weighed(const int *a, int n, int scale)
{
    int w = 0;
    for (int i = 0; i < n; i++)
        w += a[i] * local_sum(scale);
    return w;
}

int spread_rows(const int *a, int n, int row)
{
    int t[n][n], *last = &t[n - 1][0], s = 0;
    struct sums sums = {row, 0};
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            t[i][j] = a[i * n + j] + row;
    spread(a, n * n, row, &sums);
    for (int i = 0; i < n; i++) {
        int own = t[i][i], *p = last;
        vec_step(&p, i);
        vec_swap(&own, p);
        s += own * (i + 1);
    }
    return s + vec_rows(n, n, t) + sums.low + sums.high;
}

int nested_region(int *a)
{
    int s = 0;
#pragma omp target teams distribute parallel for map(to: a[0:16]) reduction(+: s)
    for (int i = 0; i < 16; i++) {
        struct sums v = {0, 0};
        spread(a, 16, i, &v);
        s += v.low - v.high;
    }
    return s;
}
