// printf in a kernel with length modifiers: hh h l ll z t j, and unsigned.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
#pragma omp target
    {
        long l = -5000000000;
        unsigned long ul = 18446744073709551615ul;
        long long ll = INT64_MIN;
        unsigned long long ull = 10000000000000000000ull;
        size_t z = 4294967297;
        ptrdiff_t t = -4294967297;
        intmax_t j = 7;
        unsigned u = 4000000000u;
        short h = -3;
        unsigned char hh = 200;
        float f = 0.1f;
        printf("%ld %lu %lld %llu\n", l, ul, ll, ull);
        printf("%zu %td %jd %u %i\n", z, t, j, u, -1);
        printf("%hd %hhu %lx %#x %o %X\n", h, hh, ul, 255, 8, 48879);
        printf("%f %.9g %d\n", f, f, (char)65);
    }
    return 0;
}
