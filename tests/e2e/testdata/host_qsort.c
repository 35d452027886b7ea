// Host function pointers and callbacks around regions, qsort between them.
#include <stdio.h>
#include <stdlib.h>

static int calls;

static int down(const void *a, const void *b)
{
    calls = 1;
    return *(const int *)b - *(const int *)a;
}

static void fill(int *v, int n)
{
#pragma omp target teams distribute parallel for map(from: v[0:n])
    for (int i = 0; i < n; i++)
        v[i] = (i * 37) % n;
}

static void scale(int *v, int n)
{
#pragma omp target teams distribute parallel for map(tofrom: v[0:n])
    for (int i = 0; i < n; i++)
        v[i] = v[i] * 2 + i;
}

int main(void)
{
    void (*steps[])(int *, int) = {fill, scale};
    int v[41];
    steps[0](v, 41);
    qsort(v, 41, sizeof *v, down);
    steps[1](v, 41);
    for (int i = 0; i < 41; i++)
        printf("%d ", v[i]);
    printf("%d\n", calls);
    return 0;
}
