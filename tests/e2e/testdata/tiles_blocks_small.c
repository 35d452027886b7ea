// Products of matrices in blocks, small enough for a simulator that looks for races: small
// blocks and, by one team, wide ones, whole and at the edges; and teams of another size.
#include <stdio.h>

enum { MOST = 130 * 20 };

static float a[MOST], b[MOST], c[70 * 130];

static unsigned long weight(void)
{
    unsigned long s = 0;
    for (int i = 0; i < 70 * 130; i++)
        s = s * 31 + (unsigned long)c[i];
    return s;
}

static void product(int n, int m, int l, int teams)
{
#pragma omp target teams distribute parallel for collapse(2) num_teams(teams) map(to: a, b) map(tofrom: c)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < l; k++)
                sum += a[i * l + k] * b[k * m + j];
            c[i * m + j] = sum;
        }
    printf("%lu\n", weight());
}

static void by_few(int n, int m, int l)
{
#pragma omp target teams distribute parallel for collapse(2) num_threads(48) map(to: a, b) map(tofrom: c)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 1;
            for (int k = 0; k < l; k++)
                sum += a[k * n + i] * b[j * l + k];
            c[i * m + j] = sum;
        }
    printf("%lu\n", weight());
}

int main(void)
{
    for (int i = 0; i < MOST; i++)
        a[i] = i % 7, b[i] = i % 5;
    product(37, 39, 20, 12);
    product(70, 130, 20, 1);
    by_few(13, 65, 20);
    return 0;
}
