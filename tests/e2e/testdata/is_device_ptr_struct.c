// A device pointer to structs, freed and allocated again, device to device copy.
#include <omp.h>
#include <stdio.h>

typedef struct { short k; double v[2]; } item;

int main(void)
{
    int dev = omp_get_default_device(), host = omp_get_initial_device();
    double sum = 0;
    for (int round = 1; round <= 3; round++) {
        int n = round * 10;
        item *p = omp_target_alloc(n * sizeof(item), dev);
        item *q = omp_target_alloc(n * sizeof(item), dev);
#pragma omp target teams distribute parallel for is_device_ptr(p)
        for (int i = 0; i < n; i++) {
            p[i].k = (short)i;
            p[i].v[0] = i * 0.5;
            p[i].v[1] = -i;
        }
        omp_target_memcpy(q, p, n * sizeof(item), 0, 0, dev, dev);
#pragma omp target teams distribute parallel for is_device_ptr(q) reduction(+: sum)
        for (int i = 0; i < n; i++)
            sum += q[i].k + q[i].v[0];
        item one;
        omp_target_memcpy(&one, q + 4, sizeof one, 0, 0, host, dev);
        printf("%d %g %g\n", one.k, one.v[0], one.v[1]);
        omp_target_free(p, dev);
        omp_target_free(q, dev);
    }
    omp_target_free(NULL, dev);
    printf("%g\n", sum);
    return 0;
}
