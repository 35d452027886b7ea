// Device code of an archive, with a region of its own and a function for ours.
// LIB: parts/geometry.c parts/counter.c
#include <stdio.h>
#include "parts/geometry.h"

int count_to(int n);

int main(void)
{
    double r = 0;
    struct point p = {-3, 4};
#pragma omp target map(to: p) map(from: r)
    {
        geometry_note(0);
        geometry_note(0);
        r = norm1(&p);
    }
    printf("%g %d %d\n", r, geometry_calls(), count_to(100));
    return 0;
}
