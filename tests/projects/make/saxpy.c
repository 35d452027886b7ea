#include "saxpy.h"

#include <omp.h>

int saxpy(int n, const float *x, float *y)
{
    int on_host = 1;
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += SCALE * x[i];
#pragma omp target map(from: on_host)
    on_host = omp_is_initial_device();
    return !on_host;
}
