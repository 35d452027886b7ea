// device(omp_get_initial_device()) runs the region on the host.
// HOST-DIFFERS: omp_is_initial_device is true of the host
// EXPECT: 1 42
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int a[3] = {0}, where = -1;
#pragma omp target map(tofrom: a) map(from: where) device(omp_get_initial_device())
    {
        where = omp_is_initial_device();
        a[1] = 42;
    }
    printf("%d %d\n", where, a[1]);
    return 0;
}
