// Constants: 64-bit, hex and octal, suffixes, hex floats, characters, escapes,
// the smallest integers, expressions folded as the host does.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    unsigned long long r[20];
    double d[6];
#pragma omp target map(from: r, d)
    {
        int i = 0;
        r[i++] = 0x123456789abcdef0;
        r[i++] = 18446744073709551615u;
        r[i++] = 4294967296;
        r[i++] = 0xffffffff + 1;
        r[i++] = 4294967295 + 1;
        r[i++] = (unsigned long long)INT64_MIN;
        r[i++] = (unsigned long long)LLONG_MAX;
        r[i++] = (unsigned)INT_MIN;
        r[i++] = 0777;
        r[i++] = 0b1011;
        r[i++] = 'A' * 256 + '\n';
        r[i++] = '\377' < 0;
        r[i++] = '\x41' + '\0' + '\'';
        r[i++] = (unsigned)'\b';
        r[i++] = 1u - 2;
        r[i++] = (unsigned long long)(1 - 2u);
        r[i++] = 2147483648 > 0;
        r[i++] = -2147483648 < 0;
        r[i++] = UINT64_C(1) << 63;
        r[i++] = sizeof 1 + sizeof 1L * 10 + sizeof 1.0f * 100 + sizeof 1.0 * 1000 + sizeof 2147483648 * 10000;
        d[0] = 0x1.8p3;
        d[1] = 0x.4p-2f;
        d[2] = 1e-310;
        d[3] = .1f;
        d[4] = 123456789.123456789;
        d[5] = 5.e1 - 1e308 * 10.0;
    }
    for (int i = 0; i < 20; i++)
        printf("%llu\n", r[i]);
    for (int i = 0; i < 6; i++)
        printf("%.17g\n", d[i]);
    return 0;
}
