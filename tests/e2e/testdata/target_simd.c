// target simd and target with an inner simd loop, lastprivate loop variable.
#include <stdio.h>

int main(void)
{
    int a[33], i, last = -1;
    double b[33];
#pragma omp target simd map(from: a)
    for (int k = 0; k < 33; k++)
        a[k] = 33 - k;
#pragma omp target map(from: b) map(tofrom: last) private(i)
    {
#pragma omp simd simdlen(4) lastprivate(last)
        for (i = 0; i < 33; i++) {
            b[i] = a[i] / 2.0;
            last = a[i];
        }
    }
    for (i = 0; i < 33; i++)
        printf("%d %g\n", a[i], b[i]);
    printf("%d\n", last);
    return 0;
}
