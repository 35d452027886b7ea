// A shared library with regions of its own, used by a program with regions: both
// see the same devices and the same present data.
// SHARED: parts/counter.c parts/shifter.c
#include <stdio.h>

int count_to(int n);
void shift_present(int *v, int n, int by);

int main(void)
{
    int v[30], s = 0;
#pragma omp target data map(from: v)
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < 30; i++)
            v[i] = i;
        shift_present(v, 30, 100);
#pragma omp target teams distribute parallel for
        for (int i = 0; i < 30; i++)
            v[i] *= 2;
    }
#pragma omp target teams distribute parallel for reduction(+: s)
    for (int i = 0; i < 30; i++)
        s += v[i];
    printf("%d %d %d\n", count_to(50), s, v[29]);
    return 0;
}
