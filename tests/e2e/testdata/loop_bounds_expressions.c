// Bounds and steps from expressions, struct members, array elements, calls,
// casts and the type mixing of a signed variable with an unsigned bound.
#include <stdio.h>

struct range { short lo; unsigned char n; };

static int limit(int x) { return x * x; }

int main(void)
{
    struct range r = {-4, 9};
    int lim[3] = {2, 30, 4}, step = 3;
    const int cstep = 2;
    unsigned un = 12;
    int c0 = 0, c1 = 0, c2 = 0, c3 = 0, c4 = 0, c5 = 0;
#pragma omp target teams distribute parallel for reduction(+: c0)
    for (int i = r.lo; i < r.lo + r.n; i++)
        c0 += i + 100;
#pragma omp target teams distribute parallel for reduction(+: c1) map(to: lim)
    for (int i = lim[0]; i < lim[1]; i += lim[2])
        c1 += i;
#pragma omp target teams distribute parallel for reduction(+: c2)
    for (int i = limit(2); i <= limit(5) - 1; i += step * 2 - cstep)
        c2 += i;
#pragma omp target teams distribute parallel for reduction(+: c3)
    for (unsigned i = 0; i < un / 2 + (unsigned)step; i += (unsigned char)cstep)
        c3 += (int)i;
#pragma omp target teams distribute parallel for reduction(+: c4)
    for (long i = (int)3.9; i < (long)un * 2; i += sizeof(int))
        c4 += (int)i;
#pragma omp target teams distribute parallel for reduction(+: c5)
    for (int i = step > 2 ? 10 : 20; i >= -step; i -= step)
        c5 += i + 50;
    printf("%d %d %d %d %d %d\n", c0, c1, c2, c3, c4, c5);
    return 0;
}
