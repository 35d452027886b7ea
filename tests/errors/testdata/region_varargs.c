// A variadic function of the program in a region.
#include <stdarg.h>

static int sum(int n, ...)
{
    va_list ap; // ERROR "va_list|variadic"
    int s = 0;
    va_start(ap, n);
    while (n--)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}

void f(int *a, int n)
{
#pragma omp target map(tofrom: a[0:n])
    a[0] = sum(2, n, n);
}
