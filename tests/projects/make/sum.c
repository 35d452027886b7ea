#include "sum.h"

/* A host loop in parallel: directives for the host keep working. */
double sum(int n, const float *a)
{
    double s = 0;
#pragma omp parallel for reduction(+: s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
