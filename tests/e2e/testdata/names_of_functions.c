// Regions in functions whose names are keywords of OpenCL, or begin with a digit
// of the region's number.
#include <stdio.h>

static int kernel(int global)
{
    int r = 0;
#pragma omp target map(tofrom: r)
    r = global + 1;
#pragma omp target map(tofrom: r)
    r *= 2;
    return r;
}

static int f_1(void)
{
    int r = 5;
#pragma omp target map(tofrom: r)
    r += 1;
    return r;
}

static int f(void)
{
    int r = 0;
#pragma omp target map(tofrom: r)
    r += 10;
#pragma omp target map(tofrom: r)
    r += 200;
    return r;
}

int main(void)
{
    int __kernel_ = kernel(4), local = f_1(), constant = f();
    printf("%d %d %d\n", __kernel_, local, constant);
    return 0;
}
