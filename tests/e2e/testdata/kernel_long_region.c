// A long region: several hundred statements, made by macros.
#include <stdio.h>

#define S1(k) x = x * 1103515245u + 12345u + k; a[x >> 27] ^= x; if (x & 64) y += a[(k) & 31]; else y -= x >> 20;
#define S4(k) S1(k) S1(k + 1) S1(k + 2) S1(k + 3)
#define S16(k) S4(k) S4(k + 4) S4(k + 8) S4(k + 12)
#define S64(k) S16(k) S16(k + 16) S16(k + 32) S16(k + 48)

int main(void)
{
    unsigned a[32] = {0}, x = 1, y = 0;
#pragma omp target map(tofrom: a, x, y)
    {
        S64(0)
        S64(64)
    }
    for (int i = 0; i < 32; i++)
        printf("%u ", a[i]);
    printf("%u %u\n", x, y);
    return 0;
}
