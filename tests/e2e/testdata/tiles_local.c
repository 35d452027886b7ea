// A transposition in tiles, small enough for a simulator that looks for races.
#include <stdio.h>

enum { MOST = 70 };

static double from[MOST * MOST], to[MOST * MOST];

static void transpose(int n, int m)
{
    for (int i = 0; i < MOST * MOST; i++)
        from[i] = i, to[i] = -1;
#pragma omp target teams distribute parallel for collapse(2) map(to: from) map(tofrom: to)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            to[j * n + i] = from[i * m + j];
    double sum = 0;
    for (int i = 0; i < MOST * MOST; i++)
        sum += to[i] * (i % 17);
    printf("%d %d: %.0f\n", n, m, sum);
}

int main(void)
{
    transpose(0, 3);
    transpose(45, 38);
    transpose(3, 70);
    transpose(64, 33);
    return 0;
}
