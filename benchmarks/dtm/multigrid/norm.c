/* norm.c: the length of a vector. */
#include <math.h>

#include "../bench.h"
#include "multigrid.h"

void norm_warm(void)
{
    bench_warm();
}

double norm(int count, const double *v)
{
    double sum = 0;
#pragma omp target teams distribute parallel for reduction(+: sum) map(to: v[0:count]) map(tofrom: sum)
    for (int i = 0; i < count; i++)
        sum += v[i] * v[i];
    return sqrt(sum);
}
