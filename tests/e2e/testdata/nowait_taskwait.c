// nowait regions joined by taskwait; independent data.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    enum { N = 500 };
    int *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
    int c[3] = {0};
#pragma omp target enter data map(alloc: a[0:N], b[0:N]) nowait
#pragma omp taskwait
#pragma omp target teams distribute parallel for nowait
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma omp target teams distribute parallel for nowait
    for (int i = 0; i < N; i++)
        b[i] = 2 * i;
#pragma omp target nowait map(tofrom: c)
    c[1] = 7;
#pragma omp taskwait
#pragma omp target update from(a[0:N], b[0:N]) nowait
#pragma omp taskwait
#pragma omp target exit data map(release: a[0:N], b[0:N]) nowait
#pragma omp taskwait
    long s = 0;
    for (int i = 0; i < N; i++)
        s += a[i] + b[i];
    printf("%ld %d\n", s, c[1]);
    free(a);
    free(b);
    return 0;
}
