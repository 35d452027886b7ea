// setjmp in a region.
#include <setjmp.h>

static jmp_buf env;

void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
    if (!setjmp(env)) // ERROR "setjmp"
        a[0] = 1;
}
