// ENV: OMP2CL_DEVICE_MEMORY=8M
// Results that nobody asks for fill the device; omp_target_alloc, and the memory that a kernel's work-items have, get room all the same.
#include "torture.h"
#include <omp.h>

enum { ARRAYS = 16, N = 128 << 10, PART = 300 }; /* 16 of 512 KiB */

static void fill(int **p, int seed)
{
    for (int k = 0; k < ARRAYS; k++)
        dev_fill(p[k], N, seed + k);
}

static void none_is_lost(const char *name, int **p, int seed)
{
    for (int k = 0; k < ARRAYS; k++)
        quiet_check(name, (k & 1 ? host_wrong : dev_wrong)(p[k], N, seed + k), 0);
}

/* Each iteration has an array whose length the region cannot know. */
static int with_arrays(int n)
{
    int sum = 0;
#pragma omp target teams distribute parallel for map(tofrom: sum) reduction(+: sum)
    for (int i = 0; i < 64; i++) {
        int own[n + i];
        for (int k = 0; k < n + i; k++)
            own[k] = k ^ i;
        for (int k = 0; k < n + i; k++)
            sum += own[(k * 7) % (n + i)];
    }
    return sum;
}

int main(void)
{
    int *p[ARRAYS], device = omp_get_default_device(), host = omp_get_initial_device();
    for (int k = 0; k < ARRAYS; k++)
        must(p[k] = malloc(N * sizeof(int)));
    fill(p, 0);
    int *q = omp_target_alloc(5 * N * sizeof(int), device);
    check("no room", q == NULL, 0);
    must(omp_target_memcpy(q, p[3], N * sizeof(int), 2 * N * sizeof(int), 0, device, host) == 0);
    must(omp_target_memcpy(p[0], q, N * sizeof(int), 0, 2 * N * sizeof(int), host, device) == 0);
    quiet_check("through it", host_wrong(p[0], N, 3), 0);
    dev_fill(p[0], N, 0);
    none_is_lost("after the allocation", p, 0);
    omp_target_free(q, device);
    fill(p, 50);
    check("sum", with_arrays(PART), with_arrays(PART));
    none_is_lost("after the kernel", p, 50);
    for (int k = 0; k < ARRAYS; k++)
        free(p[k]);
    return status();
}
