// Regions that run on the host, by if(0) and by device number, on memory that holds results.
#include "torture.h"
#include <omp.h>

enum { N = 120000 };

static void add(int *p, int k, int offload)
{
#pragma omp target teams distribute parallel for map(tofrom: p[0:N]) if(offload)
    for (int i = 0; i < N; i++)
        p[i] = (int)((unsigned)p[i] + (unsigned)k);
}

static void add_initial(int *p, int k)
{
#pragma omp target teams distribute parallel for map(tofrom: p[0:N]) device(omp_get_initial_device())
    for (int i = 0; i < N; i++)
        p[i] = (int)((unsigned)p[i] + (unsigned)k);
}

static void turns(int *p)
{
    dev_fill(p, N, 1);
    unsigned total = 0;
    for (int round = 0; round < 12; round++) {
        int k = round + 1;
        if (round % 4 == 3)
            add_initial(p, k);
        else
            add(p, k, round % 2);
        total += (unsigned)k;
        if (round % 5 == 4)
            quiet_check("host", host_wrong_plus(p, N, 1, (int)total), 0);
        if (round % 5 == 2)
            quiet_check("device", dev_wrong_plus(p, N, 1, (int)total), 0);
    }
    quiet_check("end", host_wrong_plus(p, N, 1, (int)total), 0);
#pragma omp target data map(tofrom: p[0:N]) if(0)
    {
        dev_fill(p, N, 2);
        quiet_check("no region", host_wrong(p, N, 2), 0);
    }
#pragma omp target enter data map(to: p[0:N]) if(0)
    dev_fill(p, N, 3);
#pragma omp target update from(p[0:N]) if(0)
    quiet_check("no update", host_wrong(p, N, 3), 0);
}

int main(void)
{
    static int global[N];
    int *heap = malloc(N * sizeof *heap), stack[N];
    must(heap);
    for (int round = 0; round < 3; round++) {
        turns(heap);
        turns(global);
        turns(stack);
        check("round", round, round);
    }
    return status();
}
