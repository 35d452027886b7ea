// flush, with and without a list, between writes of one thread.
#include <stdio.h>

int main(void)
{
    int a[16], b = 0;
#pragma omp target map(from: a) map(tofrom: b)
#pragma omp parallel for
    for (int i = 0; i < 16; i++) {
        a[i] = i;
#pragma omp flush
        a[i] += a[i];
#pragma omp flush(b)
#pragma omp atomic update
        b += a[i];
    }
    printf("%d %d\n", a[15], b);
    return 0;
}
