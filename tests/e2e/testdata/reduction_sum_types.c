// reduction(+) on every arithmetic type; the initial value counts once.
#include <stdio.h>

int main(void)
{
    signed char c = 1;
    unsigned char uc = 2;
    short s = 3;
    unsigned short us = 4;
    int i = 5;
    unsigned u = 4294967295u;
    long l = 7;
    unsigned long ul = 8;
    long long ll = -9;
    float f = 0.5f;
    double d = 0.25;
#pragma omp target teams distribute parallel for reduction(+: c, uc, s, us, i, u) reduction(+: l, ul, ll, f, d)
    for (int k = 1; k <= 300; k++) {
        c = (signed char)(c + (k < 100 ? k % 2 : 0));
        uc = (unsigned char)(uc + 1);
        s = (short)(s + 1);
        us = (unsigned short)(us + k);
        i += k;
        u += (unsigned)k;
        l += 10000000000L;
        ul += (unsigned long)k << 40;
        ll -= 1LL << 35;
        f += 0.5f;
        d += k * 0.125;
    }
    printf("%d %d %d %d %d %u %ld %lu %lld %g %g\n", c, uc, s, us, i, u, l, ul, ll, f, d);
    return 0;
}
