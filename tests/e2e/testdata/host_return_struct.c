// Regions in functions that return structs, take VLAs, and varargs.
#include <stdarg.h>
#include <stdio.h>

struct stats { double mean; int min, max; };

static struct stats measure(int n, const int v[n])
{
    struct stats s = {0, v[0], v[0]};
    int lo = v[0], hi = v[0];
    long sum = 0;
#pragma omp target teams distribute parallel for map(to: v[0:n]) reduction(+: sum) reduction(min: lo) reduction(max: hi)
    for (int i = 0; i < n; i++) {
        sum += v[i];
        lo = v[i] < lo ? v[i] : lo;
        hi = v[i] > hi ? v[i] : hi;
    }
    s.mean = (double)sum / n;
    s.min = lo;
    s.max = hi;
    return s;
}

static int sum_of(int n, ...)
{
    int v[n], s = 0;
    va_list ap;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        v[i] = va_arg(ap, int);
    va_end(ap);
#pragma omp target map(tofrom: s)
    for (int i = 0; i < n; i++)
        s += v[i] * (i + 1);
    return s;
}

int main(void)
{
    struct stats s = measure(6, (int[]){5, -2, 9, 4, 4, 1});
    printf("%g %d %d %d\n", s.mean, s.min, s.max, sum_of(4, 1, 2, 3, 4));
    return 0;
}
