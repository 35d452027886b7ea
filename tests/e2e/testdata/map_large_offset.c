// Sections far into a big allocation: byte offsets beyond 32 bits of bits.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    size_t n = (size_t)40 << 20;
    char *p = calloc(n, 1);
    size_t at = n - 1000;
#pragma omp target teams distribute parallel for map(tofrom: p[at:1000])
    for (size_t i = at; i < n; i++)
        p[i] = (char)(i - at);
    int sum = 0;
    for (size_t i = at - 10; i < n; i++)
        sum += p[i];
    double *d = (double *)p;
    size_t m = n / sizeof(double);
    size_t mid = m / 2 + 1;
#pragma omp target map(tofrom: d[mid:3])
    d[mid + 2] = d[mid] + 1.5;
    printf("%d %g %g\n", sum, d[mid + 2], d[mid + 3]);
    free(p);
    return 0;
}
