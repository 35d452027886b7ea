// A pointer and a section of what it leads to in one construct: in the region it leads to the section (OpenMP 4.5, 2.10.4).
#include <stdio.h>
#include <stdlib.h>

enum { N = 10 };

int main(void)
{
    int *p = calloc(N, sizeof *p), *start = p, sum = 0;
#pragma omp target map(p, p[:N])
    for (int i = 0; i < N; i++)
        p[i] = N - i;
#pragma omp target map(p, p[2:N - 2]) map(tofrom: sum)
#pragma omp teams distribute parallel for reduction(+: sum)
    for (int i = 2; i < N; i++)
        sum += p[i];
    printf("%d %d:", p == start, sum);
    for (int i = 0; i < N; i++)
        printf(" %d", p[i]);
    printf("\n");
    free(p);
    return 0;
}
