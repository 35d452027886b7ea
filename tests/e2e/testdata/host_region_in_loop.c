// One region run hundreds of times with other data and other bounds.
#include <stdio.h>

int main(void)
{
    static int a[300];
    long total = 0;
    for (int round = 0; round < 300; round++) {
        int lo = round / 2, n = round % 17;
        if (lo + n > 300)
            n = 300 - lo;
#pragma omp target map(tofrom: a[lo:n])
        for (int i = lo; i < lo + n; i++)
            a[i] += round;
    }
    for (int i = 0; i < 300; i++)
        total += a[i] * (long)(i + 1);
    printf("%ld\n", total);
    return 0;
}
