// OMP_TARGET_OFFLOAD=DISABLED runs everything on the host.
// ENV: OMP_TARGET_OFFLOAD=DISABLED
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int a[10], where = -1, n = 10;
#pragma omp target data map(from: a)
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            a[i] = i * i;
#pragma omp target map(from: where)
        where = omp_is_initial_device();
    }
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    printf("%d %d %d\n", s, where, a[9]);
    return 0;
}
