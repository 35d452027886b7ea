// omp_target_alloc, is_device_ptr, use_device_ptr, and omp_target_memcpy to and from host memory that holds results.
#include "torture.h"
#include <omp.h>

enum { N = 90000 };

static void raw_fill(int *p, int seed)
{
#pragma omp target teams distribute parallel for is_device_ptr(p)
    for (int i = 0; i < N; i++)
        p[i] = VALUE(seed, i);
}

static void raw_add(int *p, int k)
{
#pragma omp target teams distribute parallel for is_device_ptr(p)
    for (int i = 0; i < N; i++)
        p[i] = (int)((unsigned)p[i] + (unsigned)k);
}

static void copies(int *p, int *raw, int device, int host)
{
    raw_fill(raw, 1);
    dev_fill(p, N, 2);
    must(omp_target_memcpy(p, raw, N * sizeof *p, 0, 0, host, device) == 0); /* over results */
    quiet_check("from the device", host_wrong(p, N, 1), 0);
    quiet_check("from the device, mapped", dev_wrong(p, N, 1), 0);
    dev_fill(p, N, 3);
    must(omp_target_memcpy(raw, p, N * sizeof *p, 0, 0, device, host) == 0); /* of results */
    raw_add(raw, 1);
    must(omp_target_memcpy(p, raw, 1000 * sizeof *p, 500 * sizeof *p, 500 * sizeof *p, host, device) == 0); /* over a part */
    quiet_check("part", host_wrong_plus(p, N, 3, 0), 1000);
    quiet_check("part, mapped", dev_wrong_plus(p, N, 3, 1), N - 1000);
    dev_fill(p, N, 4);
    static int other[N];
    dev_fill(other, N, 5);
    must(omp_target_memcpy(other, p, N * sizeof *p, 0, 0, host, host) == 0);
    quiet_check("host to host", dev_wrong(other, N, 4), 0);
    size_t volume[2] = {10, 50}, to[2] = {3, 5}, from[2] = {1, 2}, whole[2] = {300, 300};
    dev_fill(p, N, 6);
    raw_fill(raw, 7);
    must(omp_target_memcpy_rect(p, raw, sizeof(int), 2, volume, to, from, whole, whole, host, device) == 0);
    quiet_check("rectangle", p[3 * 300 + 5], VALUE(7, 302));
    quiet_check("beside it", p[3 * 300 + 4], VALUE(6, 904));
    quiet_check("all of it", dev_wrong(p, N, 6), 500);
}

static void use(int *p) /* the storage that is present, by its address */
{
    dev_fill(p, N, 8);
#pragma omp target data map(tofrom: p[0:N])
    {
#pragma omp target data use_device_ptr(p)
        {
            raw_add(p, 3);
        }
        dev_add(p, N, 1);
    }
    quiet_check("used", host_wrong_plus(p, N, 8, 4), 0);
    dev_add(p, N, 1);
    quiet_check("after use", dev_wrong_plus(p, N, 8, 5), 0);
}

int main(void)
{
    int device = omp_get_default_device(), host = omp_get_initial_device();
    if (omp_get_num_devices() == 0)
        device = host;
    int *heap = malloc(N * sizeof *heap), *raw = omp_target_alloc(N * sizeof *raw, device);
    static int global[N];
    must(heap && raw);
    for (int round = 0; round < 3; round++) {
        copies(heap, raw, device, host);
        copies(global, raw, device, host);
        use(heap);
        use(global);
        check("round", round, round);
    }
    omp_target_free(raw, device);
    return status();
}
