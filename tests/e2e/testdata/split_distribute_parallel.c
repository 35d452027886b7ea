// distribute over blocks, parallel for inside a block, with the last block short.
#include <stdio.h>

int main(void)
{
    enum { N = 1000, B = 64 };
    static int a[N];
#pragma omp target map(tofrom: a)
#pragma omp teams
#pragma omp distribute
    for (int b = 0; b < N; b += B) {
        int end = b + B < N ? b + B : N;
        int base = b * 2;
#pragma omp parallel for
        for (int i = b; i < end; i++)
            a[i] += base + i;
    }
    long s = 0;
    for (int i = 0; i < N; i++)
        s += a[i] % 977;
    printf("%ld %d %d\n", s, a[0], a[N - 1]);
    return 0;
}
