// Many regions in one function and in static inline functions called from several.
#include <stdio.h>

static inline int bump(int x)
{
#pragma omp target map(tofrom: x)
    x += 3;
    return x;
}

static __attribute__((noinline)) void twice(int *v)
{
#pragma omp target map(tofrom: v[0:1])
    *v *= 2;
}

int main(void)
{
    int a = 0, b[3] = {1, 2, 3};
#pragma omp target map(tofrom: a)
    a = 1;
#pragma omp target map(tofrom: a)
    a += 10;
    a = bump(a);
    twice(&a);
    twice(&b[1]);
#pragma omp target
    b[0] = b[1] + b[2];
    {
        int a = 5;
#pragma omp target map(tofrom: a)
        a++;
        b[2] = bump(a);
    }
#pragma omp target map(tofrom: a)
    a -= 1;
    printf("%d %d %d %d\n", a, b[0], b[1], b[2]);
    return 0;
}
