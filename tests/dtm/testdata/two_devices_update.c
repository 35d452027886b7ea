// ENV: POCL_DEVICES="pthread basic"
// Data environments on two devices at once, moved by target update; a copy from device to device.
#include "torture.h"
#include "../parts/devices.h"

enum { N = 100000 };

static void add(int *p, int k, int device)
{
#pragma omp target teams distribute parallel for map(tofrom: p[0:N]) device(device)
    for (int i = 0; i < N; i++)
        p[i] = (int)((unsigned)p[i] + (unsigned)k);
}

static void update(int *p)
{
    int a = first_device, b = second_device;
    host_fill(p, N, 1);
#pragma omp target enter data map(to: p[0:N]) device(a)
    if (a != b) {
#pragma omp target enter data map(to: p[0:N]) device(b)
    }
    add(p, 1, a);
#pragma omp target update from(p[0:N]) device(a)
    check("from the first", host_wrong_plus(p, N, 1, 1), 0);
#pragma omp target update to(p[0:N]) device(b)
    add(p, 2, b);
#pragma omp target update from(p[100:1000]) device(b)
    check("section from the second", p[100] - VALUE(1, 100), 3);
    check("section's end", p[1099] - VALUE(1, 1099), 3);
    if (a != b && separate())
        check("beside the section", p[1100] - VALUE(1, 1100), 1);
    else
        printf("beside the section 1\n");
#pragma omp target update to(p[0:N]) device(a)
    add(p, 4, a);
#pragma omp target exit data map(from: p[0:N]) device(a)
    check("exit from the first", p[100] - VALUE(1, 100), 7);
    if (a != b) {
#pragma omp target exit data map(delete: p[0:N]) device(b)
    }
    add(p, 1, b);
    check("after the environments", p[100] - VALUE(1, 100), 8);
}

static void device_to_device(int *p)
{
    int a = first_device, b = second_device, host = omp_get_initial_device();
    int *x = omp_target_alloc(N * sizeof *x, a), *y = omp_target_alloc(N * sizeof *y, b);
    must(x && y);
    on(a);
    dev_fill(p, N, 3);
    must(omp_target_memcpy(x, p, N * sizeof *x, 0, 0, a, host) == 0);
    must(omp_target_memcpy(y, x, N * sizeof *x, 0, 0, b, a) == 0);
    dev_fill(p, N, 4);
    must(omp_target_memcpy(p, y, N * sizeof *x, 0, 0, host, b) == 0);
    check("through both devices", host_wrong(p, N, 3), 0);
    check("and up again", dev_wrong(p, N, 3), 0);
    omp_target_free(x, a);
    omp_target_free(y, b);
}

int main(void)
{
    int *p = malloc(N * sizeof *p);
    must(p);
    find_devices();
    update(p);
    device_to_device(p);
    return status();
}
