// omp_target_alloc, omp_target_memcpy and is_device_ptr, with pointer arithmetic
// on the device pointer on the host.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int dev = omp_get_default_device(), host = omp_get_initial_device(), n = 64;
    int *d = omp_target_alloc(n * sizeof *d, dev);
    int a[64], b[64];
    for (int i = 0; i < n; i++)
        a[i] = i;
    int rc = omp_target_memcpy(d, a, sizeof a, 0, 0, dev, host);
    int *second = d + 32;
#pragma omp target is_device_ptr(d)
    d[0] = 500;
#pragma omp target teams distribute parallel for is_device_ptr(second, d)
    for (int i = 0; i < 32; i++) {
        second[i] = -second[i];
        d[i] += 1;
    }
    rc += omp_target_memcpy(b, d, sizeof b, 0, 0, host, dev);
    printf("%d\n", rc);
    for (int i = 0; i < n; i++)
        printf("%d ", b[i]);
    rc = omp_target_memcpy(b, d, 4 * sizeof(int), 8 * sizeof(int), 40 * sizeof(int), host, dev);
    printf("\n%d %d %d %d\n", rc, b[7], b[8], b[11]);
    omp_target_free(d, dev);
    return 0;
}
