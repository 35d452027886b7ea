// map(alloc) over storage whose host value is still on the device: the device scribbles, the host's value stays.
#include "torture.h"

enum { N = 150000 };
static int sep;

static void scribble(int *p, long n, int seed)
{
#pragma omp target teams distribute parallel for map(alloc: p[0:n])
    for (long i = 0; i < n; i++)
        p[i] = VALUE(seed, i);
}

static void bare(int *p, int seed)
{
    dev_fill(p, N, seed);
    scribble(p, N, 50);
    quiet_check("after a scribble", host_wrong(p, N, sep ? seed : 50), 0);
    dev_fill(p, N, seed);
    scribble(p, N, 51);
    quiet_check("after a scribble, on the device", dev_wrong(p, N, sep ? seed : 51), 0);
    dev_fill(p, N, seed);
    scribble(p + 1000, 5000, 52);
    quiet_check("around a part", host_wrong(p, 1000, seed), 0);
    quiet_check("the part", p[1000], sep ? VALUE(seed, 1000) : VALUE(52, 0));
    host_fill(p, N, seed + 1);
    scribble(p, N, 53);
    quiet_check("over an upload", host_wrong(p, N, sep ? seed + 1 : 53), 0);
    quiet_check("over an upload, on the device", dev_wrong(p, N, sep ? seed + 1 : 53), 0);
}

static void region(int *p, int seed)
{
    dev_fill(p, N, seed);
#pragma omp target data map(alloc: p[0:N])
    {
        scribble(p, N, 60);
        quiet_check("the device's", dev_wrong(p, N, 60), 0);
        quiet_check("the host's", host_wrong(p, N, sep ? seed : 60), 0);
        p[7]++;
        dev_add(p, N, 1);
    }
    quiet_check("after the region", host_wrong_plus(p, N, sep ? seed : 60, sep ? 0 : 1), 1);
    quiet_check("after the region, on the device", dev_wrong_plus(p, N, sep ? seed : 60, sep ? 0 : 1), 1);
    dev_fill(p, N, seed);
#pragma omp target data map(alloc: p[0:N])
    {
        scribble(p, N, 61);
#pragma omp target update from(p[100:200])
        quiet_check("updated", p[100], VALUE(61, 100));
        quiet_check("not updated", p[300], VALUE(sep ? seed : 61, 300));
    }
    quiet_check("updated part stays", p[299], VALUE(61, 299));
    quiet_check("rest", host_wrong(p + 0, N, sep ? seed : 61), sep ? 200 : 0);
    dev_fill(p, N, seed);
#pragma omp target data map(alloc: p[0:N])
    {
        p[9] = 1;
#pragma omp target update to(p[0:N])
        quiet_check("sent", dev_wrong(p, N, seed), 1);
    }
    quiet_check("sent, after", host_wrong(p, N, seed), 1);
}

int main(void)
{
    static int global[N];
    int *heap = malloc(N * sizeof *heap);
    must(heap);
    sep = separate();
    for (int round = 0; round < 3; round++) {
        bare(heap, round);
        bare(global, round);
        region(heap, round);
        region(global, round);
        check("round", round, round);
    }
    return status();
}
