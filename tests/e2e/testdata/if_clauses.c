// if with and without directive-name modifiers.
// HOST-DIFFERS: with if(0) on target the region runs on the host
// EXPECT: 1 1 0 0 1 0
// EXPECT: 45 45 45
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int host[6], sum[3] = {0}, off = 0;
#pragma omp target map(from: host[0:1]) if(off)
    host[0] = omp_is_initial_device();
#pragma omp target map(from: host[1:1]) if(target: off > 3)
    host[1] = omp_is_initial_device();
#pragma omp target map(from: host[2:1]) if(1)
    host[2] = omp_is_initial_device();
#pragma omp target parallel for map(from: host[3:1]) map(tofrom: sum[0:1]) if(parallel: off) if(target: 1)
    for (int i = 0; i < 10; i++) {
        if (i == 0)
            host[3] = omp_is_initial_device();
        sum[0] += omp_get_num_threads() == 1 ? i : 1000;
    }
#pragma omp target teams distribute parallel for map(from: host[4:1]) reduction(+: sum[1:1]) if(off)
    for (int i = 0; i < 10; i++) {
        if (i == 9)
            host[4] = omp_is_initial_device();
        sum[1] += i;
    }
#pragma omp target parallel map(from: host[5:1]) map(tofrom: sum[2:1]) if(parallel: off != 0)
    {
        host[5] = omp_is_initial_device();
        for (int i = 0; i < 10; i++)
            sum[2] += i;
    }
    printf("%d %d %d %d %d %d\n", host[0], host[1], host[2], host[3], host[4], host[5]);
    printf("%d %d %d\n", sum[0], sum[1], sum[2]);
    return 0;
}
