// schedule of every kind, with chunks larger and smaller than the loop.
// ENV: OMP_SCHEDULE=dynamic,3
#include <stdio.h>

#define CHECK(kind) \
    do { \
        int a[53] = {0}; \
        _Pragma("omp target teams distribute parallel for map(tofrom: a) kind") \
        for (int i = 0; i < 53; i++) \
            a[i] += i + 1; \
        report(#kind, a, 53); \
    } while (0)

static void report(const char *what, const int *a, int n)
{
    int good = 0;
    for (int i = 0; i < n; i++)
        good += a[i] == i + 1;
    printf("%s %d\n", what, good);
}

int main(void)
{
    for (int chunk = 1; chunk < 100; chunk *= 7) {
        int a[5][53] = {{0}};
#pragma omp target map(tofrom: a)
#pragma omp parallel
        {
#pragma omp for schedule(static, chunk)
            for (int i = 0; i < 53; i++)
                a[0][i] += i + 1;
#pragma omp for schedule(dynamic, chunk) nowait
            for (int i = 0; i < 53; i++)
                a[1][i] += i + 1;
#pragma omp for schedule(guided, chunk) nowait
            for (int i = 52; i >= 0; i--)
                a[2][i] += i + 1;
#pragma omp for schedule(auto)
            for (int i = 0; i < 53; i++)
                a[3][i] += i + 1;
#pragma omp for schedule(runtime)
            for (int i = 0; i < 53; i++)
                a[4][i] += i + 1;
        }
        for (int k = 0; k < 5; k++)
            report("kind", a[k], 53);
    }
    int a[53] = {0}, b[53] = {0}, c[53] = {0};
#pragma omp target teams distribute parallel for schedule(static, 3) dist_schedule(static, 10) map(tofrom: a)
    for (int i = 0; i < 53; i++)
        a[i] += i + 1;
#pragma omp target teams distribute parallel for schedule(dynamic) map(tofrom: b)
    for (int i = 0; i < 53; i++)
        b[i] += i + 1;
#pragma omp target teams distribute parallel for schedule(guided, 4) dist_schedule(static) map(tofrom: c)
    for (int i = 0; i < 53; i++)
        c[i] += i + 1;
    report("static,3 dist 10", a, 53);
    report("dynamic", b, 53);
    report("guided,4", c, 53);
    return 0;
}
