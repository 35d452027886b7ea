// Integer division, remainder and shifts of negative and unsigned numbers.
#include <limits.h>
#include <stdio.h>

int main(void)
{
    int n = -7, m = 2, min = INT_MIN;
    long ln = -7000000000L;
    unsigned u = 4000000000u;
    short s = -7;
    long r[16];
#pragma omp target map(from: r)
    {
        r[0] = n / m;
        r[1] = n % m;
        r[2] = n / -m;
        r[3] = 7 % -3;
        r[4] = ln / m;
        r[5] = ln % 1000;
        r[6] = (long)(u / 3u);
        r[7] = (long)(u % 7);
        r[8] = n >> 1;
        r[9] = (long)((unsigned)n >> 28);
        r[10] = ln >> 33;
        r[11] = 1L << 40;
        r[12] = s / 2 * 10 + s % 4;
        r[13] = min / 2 - 1;
        r[14] = (long)(u << 1);
        r[15] = (long)(1ull << 63 >> 62);
    }
    for (int i = 0; i < 16; i++)
        printf("%ld ", r[i]);
    printf("\n");
    return 0;
}
