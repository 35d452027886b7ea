// Host threads of an OpenMP parallel region that offload at once.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    long sums[12];
    int shared[50];
    for (int i = 0; i < 50; i++)
        shared[i] = i;
#pragma omp target enter data map(to: shared)
#pragma omp parallel for num_threads(4) schedule(dynamic)
    for (int t = 0; t < 12; t++) {
        int own[30];
        long s = 0;
#pragma omp target teams distribute parallel for map(from: own) map(to: shared)
        for (int i = 0; i < 30; i++)
            own[i] = shared[i + t] * t;
#pragma omp target map(to: own) map(tofrom: s)
        for (int i = 0; i < 30; i++)
            s += own[i];
        sums[t] = s;
    }
#pragma omp target exit data map(release: shared)
    for (int t = 0; t < 12; t++)
        printf("%ld ", sums[t]);
    printf("\n");
    return 0;
}
