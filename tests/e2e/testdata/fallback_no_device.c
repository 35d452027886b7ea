// No OpenCL: by default the regions run on the host.
// ENV: OMP2CL_LIBOPENCL=/no/such/library
// ENV: OMP_TARGET_OFFLOAD=DEFAULT
#include <omp.h>
#include <stdio.h>

#pragma omp declare target
static int twice(int x) { return 2 * x; }
int shared = 5;
#pragma omp end declare target

int main(void)
{
    int a[50], s = 0, host = -1;
#pragma omp target enter data map(alloc: a)
#pragma omp target teams distribute parallel for reduction(+: s)
    for (int i = 0; i < 50; i++) {
        a[i] = twice(i) + shared;
        s += a[i];
    }
#pragma omp target map(from: host)
    host = omp_is_initial_device();
#pragma omp target update from(a)
#pragma omp target exit data map(from: a)
    printf("%d %d %d %d\n", s, a[49], host, omp_get_num_devices());
    return 0;
}
