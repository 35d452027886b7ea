// use_device_ptr: the device address inside, handed on as is_device_ptr.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static void add_on_device(float *dev, int n, float x)
{
#pragma omp target teams distribute parallel for is_device_ptr(dev)
    for (int i = 0; i < n; i++)
        dev[i] += x;
}

int main(void)
{
    int n = 30;
    float *a = malloc(n * sizeof *a), *keep = a, b[10] = {1, 2, 3};
    float *pb = b;
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma omp target data map(tofrom: a[0:n], b)
    {
#pragma omp target data use_device_ptr(a)
        {
            add_on_device(a, n, 0.5f);
            add_on_device(a + 10, 5, 100);
        }
#pragma omp target data use_device_ptr(pb)
        add_on_device(pb, 3, 10);
        printf("%d\n", a == keep);
    }
    for (int i = 0; i < n; i++)
        printf("%g ", a[i]);
    printf("%g %g\n", b[2], b[3]);
    free(a);
    return 0;
}
