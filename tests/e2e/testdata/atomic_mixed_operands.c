// The expression of an atomic update is computed in the common type.
#include <stdio.h>

int main(void)
{
    int i1 = 10, i2 = 7;
    unsigned char c = 100;
    short s = 100;
    unsigned u = 1;
    long l = 5;
#pragma omp target map(tofrom: i1, i2, c, s, u, l)
    {
#pragma omp atomic
        i1 *= 1.55;
#pragma omp atomic
        i2 = 0.5 + i2;
#pragma omp atomic
        c += 100.7;
        c = (unsigned char)(c + 0);
#pragma omp atomic
        s /= 3L;
#pragma omp atomic
        u -= 3;
#pragma omp atomic
        l <<= 2u + 1;
    }
    printf("%d %d %d %d %u %ld\n", i1, i2, c, s, u, l);
    return 0;
}
