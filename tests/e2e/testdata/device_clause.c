// device with constants, variables and omp_get_default_device().
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int a[10] = {0}, dev = omp_get_default_device();
#pragma omp target device(dev)
    a[0] = 1;
#pragma omp target data map(tofrom: a) device(omp_get_default_device())
    {
#pragma omp target teams distribute parallel for device(dev + 0) map(tofrom: a)
        for (int i = 1; i < 10; i++)
            a[i] = i;
#pragma omp target update from(a[3:2]) device(dev)
        printf("%d %d\n", a[3], a[4]);
    }
#pragma omp target enter data map(to: a) device(dev)
#pragma omp target device(dev) map(tofrom: a)
    a[9] = 90;
#pragma omp target exit data map(from: a) device(dev)
    omp_set_default_device(dev);
#pragma omp target
    a[8] = omp_get_num_teams() * 80;
    for (int i = 0; i < 10; i++)
        printf("%d ", a[i]);
    printf("%d\n", omp_get_default_device() == dev);
    return 0;
}
