// nowait between independent loops of one parallel region, then a barrier.
#include <stdio.h>

int main(void)
{
    int a[37], b[41], c[37];
#pragma omp target map(from: a, b, c)
#pragma omp parallel
    {
#pragma omp for nowait schedule(dynamic, 2)
        for (int i = 0; i < 37; i++)
            a[i] = i;
#pragma omp for nowait schedule(guided)
        for (int i = 0; i < 41; i++)
            b[i] = i * i;
#pragma omp barrier
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 37; i++)
            c[i] = a[36 - i] + b[i + 4];
    }
    long s = 0;
    for (int i = 0; i < 37; i++)
        s += c[i] * (i + 1L);
    printf("%ld\n", s);
    return 0;
}
