// The device functions of the runtime library on the host side.
// HOST-DIFFERS: the host has no device
// EXPECT: 1 1 1
// EXPECT: 1 0
// EXPECT: 0 1 0
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int x[4] = {1, 2, 3, 4}, dev = omp_get_default_device(), inside = -1;
    printf("%d %d %d\n", omp_get_num_devices() >= 1, dev >= 0 && dev < omp_get_num_devices(),
        omp_get_initial_device() < 0 || omp_get_initial_device() >= omp_get_num_devices());
#pragma omp target map(from: inside)
    inside = omp_is_initial_device();
    printf("%d %d\n", omp_is_initial_device(), inside);
    int before = omp_target_is_present(x, dev), during;
#pragma omp target data map(to: x)
    during = omp_target_is_present(&x[2], dev);
    printf("%d %d %d\n", before, during, omp_target_is_present(x, dev));
    return 0;
}
