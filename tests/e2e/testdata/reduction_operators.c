// Every reduction operator on integers, initial values that matter.
#include <stdio.h>

int main(void)
{
    int sub = 10, andb = 0x7ffff7ff, orb = 1, xorb = 0x55, mx = -1000, mn = 1000;
    unsigned mul = 3;
    int all = 7, any = 0, all0 = 1, any0 = 5;
    long lmin = 1L << 60, lmax = -(1L << 60);
#pragma omp target teams distribute parallel for reduction(-: sub) reduction(&: andb) reduction(|: orb) reduction(^: xorb) reduction(max: mx, lmax) reduction(min: mn, lmin) reduction(*: mul) reduction(&&: all, all0) reduction(||: any, any0)
    for (int i = 0; i < 129; i++) {
        sub -= i;
        andb &= ~(1 << (i % 7));
        orb |= 1 << (i % 13 + 3);
        xorb ^= i * 77;
        int v = (i * 61) % 127 - 60;
        if (v > mx)
            mx = v;
        mn = v < mn ? v : mn;
        mul *= 3u;
        all = all && i >= 0;
        all0 = all0 && i != 64;
        any = any || i == 128;
        any0 = any0 || 0;
        lmin = v * 1000000000L < lmin ? v * 1000000000L : lmin;
        lmax = lmax < v * 1000000000L ? v * 1000000000L : lmax;
    }
    printf("%d %x %x %x %d %d %u %d %d %d %d %ld %ld\n", sub, (unsigned)andb, (unsigned)orb, (unsigned)xorb, mx, mn, mul,
        all, all0, any, any0, lmin, lmax);
    return 0;
}
