// safelen, simdlen, aligned, private and collapse on simd loops.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    double *p = aligned_alloc(64, 64 * sizeof *p);
    int a[50], t = -1;
    for (int i = 0; i < 64; i++)
        p[i] = i;
    for (int i = 0; i < 50; i++)
        a[i] = i;
#pragma omp target map(tofrom: p[0:64], a)
    {
#pragma omp simd aligned(p: 64) simdlen(4)
        for (int i = 0; i < 64; i++)
            p[i] *= 2;
#pragma omp simd safelen(3)
        for (int i = 3; i < 50; i++)
            a[i] = a[i - 3] + 1;
#pragma omp simd private(t) collapse(2)
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 8; j++) {
                t = i * 8 + j;
                p[t] += t;
            }
    }
    double s = 0;
    for (int i = 0; i < 64; i++)
        s += p[i];
    for (int i = 0; i < 50; i++)
        printf("%d ", a[i]);
    printf("%g %d\n", s, t);
    free(p);
    return 0;
}
