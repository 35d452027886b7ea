// A host-only function in a region, directly and through another function.
#include <stdio.h>
#include <stdlib.h>

static int deep(int x) { return (int)strtol("12", 0, 10) + x; } // ERROR "strtol"
static int middle(int x) { return deep(x) + 1; }

void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
    {
        a[0] = middle(n);
        a[1] = getchar(); // ERROR "getchar"
    }
}
