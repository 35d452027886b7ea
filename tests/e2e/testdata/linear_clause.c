// linear on simd and on parallel for, with and without a step, also negative.
#include <stdio.h>

int main(void)
{
    int a[40], j = 5, k = 100;
    long m = 0;
#pragma omp target map(from: a) map(tofrom: j, k, m)
    {
#pragma omp simd linear(j) linear(k: -2)
        for (int i = 0; i < 20; i++) {
            a[i] = j * 1000 + k;
            j++;
            k -= 2;
        }
#pragma omp parallel for linear(m: 3)
        for (int i = 20; i < 40; i++) {
            a[i] = (int)m;
            m += 3;
        }
    }
    for (int i = 0; i < 40; i++)
        printf("%d ", a[i]);
    printf("\n%d %d %ld\n", j, k, m);
    return 0;
}
