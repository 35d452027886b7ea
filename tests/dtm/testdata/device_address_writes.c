// Device storage of mapped data that is written by its device address: by is_device_ptr and by omp_target_memcpy, whole
// and in part, in data environments of which nothing else is written.
#include "torture.h"
#include <omp.h>

enum { N = 100000 };

static int device;
static int *source;

static int *address_of(int *p)
{
    int *d = NULL;
#pragma omp target data use_device_ptr(p)
    d = p;
    return d;
}

static void add(int *d, int k)
{
#pragma omp target teams distribute parallel for is_device_ptr(d)
    for (int i = 0; i < N; i++)
        d[i] += k;
}

/* Writes n elements of d from the lo-th on. */
static void put(int *d, long lo, long n, int seed)
{
    host_fill(source, N, seed);
    must(omp_target_memcpy(d, source, n * sizeof *d, lo * sizeof *d, lo * sizeof *d, device, omp_get_initial_device()) == 0);
}

static void by_kernels(int *p)
{
    host_fill(p, N, 1);
    check("known to agree", dev_wrong(p, N, 1), 0);
#pragma omp target data map(tofrom: p[0:N])
    add(address_of(p), 5);
    check("end", host_wrong_plus(p, N, 1, 5), 0);
#pragma omp target data map(to: p[0:N])
    {
        add(address_of(p), 5);
#pragma omp target update from(p[0:N])
        check("update", host_wrong_plus(p, N, 1, 10), 0);
    }
}

static void by_copies(int *p)
{
    host_fill(p, N, 2);
    check("known to agree", dev_wrong(p, N, 2), 0);
#pragma omp target data map(to: p[0:N])
    {
        put(address_of(p), 0, N, 3);
        check("on the device", dev_wrong(p, N, 3), 0);
#pragma omp target update from(p[0:N])
        check("update", host_wrong(p, N, 3), 0);
        put(address_of(p), N / 3, N / 3, 4);
#pragma omp target update from(p[0:N])
        check("a part", host_wrong(p, N / 3, 3) + host_wrong(p + 2 * (N / 3), 1, 3) > 1, 0);
        check("its values", memcmp(p + N / 3, source + N / 3, N / 3 * sizeof *p), 0);
    }
    host_fill(p, N, 2);
#pragma omp target enter data map(to: p[0:N])
    put(address_of(p), 0, N, 5);
#pragma omp target exit data map(from: p[0:N])
    check("exit data", host_wrong(p, N, 5), 0);
}

/* The values before are on the device only, and the host's when a data environment begins. */
static void over_results(int *p)
{
    dev_fill(p, N, 6);
#pragma omp target data map(to: p[0:N])
    {
        put(address_of(p), 0, N, 7);
        check("the host's own", host_wrong(p, N, separate() ? 6 : 7), 0);
    }
}

int main(void)
{
    int *p = malloc(N * sizeof *p);
    source = malloc(N * sizeof *source);
    device = omp_get_default_device();
    for (int k = 0; k < 3; k++) {
        by_kernels(p);
        by_copies(p);
        over_results(p);
    }
    return status();
}
