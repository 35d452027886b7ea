// malloc and free in a region.
#include <stdlib.h>

void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
    {
        int *p = malloc(4); // ERROR "malloc"
        p[0] = 1;
        a[0] = p[0];
    }
}
