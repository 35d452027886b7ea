// omp_set_default_device takes effect on the constructs that follow.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int first = omp_get_default_device(), a[3] = {1, 2, 3};
    omp_set_default_device(first);
#pragma omp target
    a[0] += omp_get_num_teams() * 10;
#pragma omp target device(first) map(tofrom: a)
    a[1] += 5;
#pragma omp parallel num_threads(2)
    {
#pragma omp single
        a[2] += omp_get_default_device() == first;
    }
    printf("%d %d %d\n", a[0], a[1], a[2]);
    return 0;
}
