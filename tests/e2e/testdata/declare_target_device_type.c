// declare target tells for which devices there are versions (OpenMP 5.0, 2.12.7).
#include <stdio.h>
#include <stdlib.h>

int f(void), g(int);
extern int v;
#pragma omp declare target to(f) device_type(any)
#pragma omp declare target to(g, v) device_type(nohost)
int v = 4;
int f(void) { return v; }
int g(int x) { return x + 1; }

int *fresh(void)
{
    return malloc(sizeof(int)); /* no device function could */
}
#pragma omp declare target device_type(host) to(fresh)

int main(void)
{
    int *r = fresh();
    *r = 0;
#pragma omp target map(tofrom: r[0:1])
    *r = f() + g(2);
    printf("%d\n", *r);
    free(r);
    return 0;
}
