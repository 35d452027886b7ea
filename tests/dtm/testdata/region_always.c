// The always modifier, nested regions, and reference counts over enter data, exit data, release and delete.
#include "torture.h"

enum { N = 80000 };
static int sep;

static void always_to(int *p, int k)
{
#pragma omp target teams distribute parallel for map(always, to: p[0:N])
    for (int i = 0; i < N; i++)
        p[i] = (int)((unsigned)p[i] + (unsigned)k);
}

static void always_from(int *p, int k)
{
#pragma omp target teams distribute parallel for map(always, from: p[0:N])
    for (int i = 0; i < N; i++)
        p[i] = (int)((unsigned)p[i] + (unsigned)k);
}

static void always_both(int *p, int k)
{
#pragma omp target teams distribute parallel for map(always, tofrom: p[0:N])
    for (int i = 0; i < N; i++)
        p[i] = (int)((unsigned)p[i] + (unsigned)k);
}

static void always(int *p, int lazily)
{
    if (lazily)
        dev_fill(p, N, 1);
    else
        host_fill(p, N, 1);
#pragma omp target data map(to: p[0:N])
    {
        dev_add(p, N, 9);
        if (!sep)
            dev_fill(p, N, 1);
        always_to(p, 1);
        quiet_check("always to", dev_wrong_plus(p, N, 1, 1), 0);
        if (sep)
            quiet_check("always to, host", host_wrong(p, N, 1), 0);
        always_from(p, 2);
        quiet_check("always from", host_wrong_plus(p, N, 1, 3), 0);
        p[4] = 5;
        always_both(p, 1);
        quiet_check("always tofrom", p[4], 6);
        quiet_check("always tofrom, all", dev_wrong_plus(p, N, 1, 4), 1);
        dev_add(p, N, 1);
    }
    quiet_check("after always", host_wrong_plus(p, N, 1, sep ? 4 : 5), 1);
    dev_fill(p, N, 2);
    always_both(p, 1);
    quiet_check("always alone", host_wrong_plus(p, N, 2, 1), 0);
}

static void nested(int *p)
{
    dev_fill(p, N, 3);
#pragma omp target data map(tofrom: p[0:N])
    {
#pragma omp target data map(from: p[0:N])
        {
            dev_add(p, N, 1);
        }
        quiet_check("inner end copies nothing", host_wrong_plus(p, N, 3, sep ? 0 : 1), 0);
#pragma omp target data map(to: p[1000:2000])
        {
            p[1500] = 1;
            dev_add(p, N, 1);
        }
    }
    quiet_check("outer end", host_wrong_plus(p, N, 3, 2), sep ? 0 : 1);
    quiet_check("outer end, on the device", dev_wrong_plus(p, N, 3, 2), sep ? 0 : 1);
}

static void counted(int *p)
{
    dev_fill(p, N, 4);
#pragma omp target enter data map(to: p[0:N])
#pragma omp target enter data map(to: p[0:N])
    dev_add(p, N, 1);
#pragma omp target exit data map(from: p[0:N])
    quiet_check("first exit", host_wrong_plus(p, N, 4, sep ? 0 : 1), 0);
#pragma omp target exit data map(from: p[0:N])
    quiet_check("last exit", host_wrong_plus(p, N, 4, 1), 0);
    dev_fill(p, N, 5);
#pragma omp target enter data map(to: p[0:N])
    dev_add(p, N, 1);
#pragma omp target exit data map(release: p[0:N])
    quiet_check("released", host_wrong_plus(p, N, 5, sep ? 0 : 1), 0);
    quiet_check("released, on the device", dev_wrong_plus(p, N, 5, sep ? 0 : 1), 0);
    dev_fill(p, N, 6);
#pragma omp target enter data map(to: p[0:N])
#pragma omp target enter data map(alloc: p[0:N])
    dev_add(p, N, 1);
    p[2]++;
#pragma omp target exit data map(delete: p[0:N])
    quiet_check("deleted", host_wrong_plus(p, N, 6, sep ? 0 : 1), 1);
    quiet_check("deleted, on the device", dev_wrong_plus(p, N, 6, sep ? 0 : 1), 1);
#pragma omp target exit data map(from: p[0:N])
    quiet_check("exit of what is absent", host_wrong_plus(p, N, 6, sep ? 0 : 1), 1);
    dev_fill(p, N, 7);
#pragma omp target enter data map(alloc: p[0:N])
#pragma omp target exit data map(delete: p[0:N])
    quiet_check("entered and deleted", host_wrong(p, N, 7), 0);
}

int main(void)
{
    static int global[N];
    int *heap = malloc(N * sizeof *heap), *memory[2] = {heap, global};
    must(heap);
    sep = separate();
    for (int k = 0; k < 2; k++)
        for (int lazily = 0; lazily < 2; lazily++) {
            always(memory[k], lazily);
            nested(memory[k]);
            counted(memory[k]);
            check("round", k, k);
        }
    return status();
}
