// Array reductions: whole arrays, sections with and without a lower bound,
// sections of pointers, two-dimensional ones.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int h[8] = {1, 0, 0, 0, 0, 0, 0, 100}, g[10];
    double w[3] = {0.5, 0, 0};
    long m[2][3] = {{0}};
    int *p = calloc(6, sizeof *p);
    for (int i = 0; i < 10; i++)
        g[i] = 1000 * i;
#pragma omp target teams distribute parallel for map(tofrom: h) reduction(+: h[0:8]) reduction(+: w)
    for (int i = 0; i < 1000; i++) {
        h[i % 7]++;
        w[i % 3] += 0.25;
    }
#pragma omp target teams distribute parallel for map(tofrom: g) reduction(max: g[2:4])
    for (int i = 0; i < 77; i++)
        if (g[2 + i % 4] < i * 50)
            g[2 + i % 4] = i * 50;
#pragma omp target map(tofrom: p[0:6]) map(tofrom: m)
#pragma omp parallel for reduction(+: p[1:5]) reduction(+: m)
    for (int i = 0; i < 55; i++) {
        p[1 + i % 5] += i;
        m[i % 2][i % 3] += i;
    }
    for (int i = 0; i < 8; i++)
        printf("%d ", h[i]);
    printf("%g %g %g\n", w[0], w[1], w[2]);
    for (int i = 0; i < 10; i++)
        printf("%d ", g[i]);
    for (int i = 0; i < 6; i++)
        printf("%d ", p[i]);
    for (int i = 0; i < 6; i++)
        printf("%ld ", m[i / 3][i % 3]);
    printf("\n");
    free(p);
    return 0;
}
