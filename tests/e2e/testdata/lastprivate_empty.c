// lastprivate items keep their values when the loop has no iterations, whichever
// construct and schedule divides it.
// HOST-DIFFERS: OpenMP leaves it open, and gcc assigns what no iteration has set
// EXPECT: 1 2 0.5 3 4 5
// EXPECT: 106 114 2.25 101 106 106
#include <stdio.h>

static void run(int n, int m)
{
    int a = 1, b = 2, c = 3, d = 4, e = 5;
    double x = 0.5;
#pragma omp target parallel for lastprivate(a) map(tofrom: a)
    for (int i = 0; i < n; i++)
        a = 100 + i;
#pragma omp target teams distribute parallel for collapse(2) lastprivate(b, x) map(tofrom: b, x)
    for (int i = 0; i < 3; i++)
        for (unsigned char j = 10; j < 10 + m; j++) {
            b = 100 + j;
            x = i + 0.25;
        }
#pragma omp target teams distribute lastprivate(c) map(tofrom: c)
    for (long i = n; i > 0; i--)
        c = 100 + (int)i;
#pragma omp target simd lastprivate(d) map(tofrom: d)
    for (int i = 0; i < n; i++)
        d = 100 + i;
#pragma omp target map(tofrom: e)
#pragma omp parallel for schedule(dynamic, 2) lastprivate(e)
    for (int i = 0; i < n; i++)
        e = 100 + i;
    printf("%d %d %g %d %d %d\n", a, b, x, c, d, e);
}

int main(void)
{
    run(0, 0);
    run(7, 5);
    return 0;
}
