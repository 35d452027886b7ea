// Integer promotions and conversions: char, short, unsigned, mixed signs.
#include <stdio.h>

int main(void)
{
    unsigned char uc = 200, uc2 = 100;
    signed char sc = -1;
    short s = -1;
    unsigned short us = 65535;
    unsigned u = 1;
    int i = -1, hi = 0x80;
    long l = -1;
    char c = (char)0x80;
    long r[20] = {0};
#pragma omp target map(tofrom: r)
    {
        r[0] = uc + uc2;
        r[1] = (unsigned char)(uc + uc2);
        r[2] = ~uc;
        r[3] = -us;
        r[4] = us * 2 == 131070;
        r[5] = i < (int)u;
        r[6] = (unsigned)i < u;
        r[7] = l < u;
        r[8] = sc == us;
        r[9] = (unsigned short)sc == us;
        r[10] = c >> 1;
        r[11] = (unsigned char)c >> 1;
        r[12] = i / 2u;
        r[13] = s % 2;
        r[14] = uc << 20;
        r[15] = sizeof(uc + uc) * 100 + sizeof(s + 1L) * 10 + sizeof 'a';
        r[16] = (1 ? -1 : 0u) > 0;
        r[17] = (sc ? sc : uc) + (c != hi);
        r[18] = u - 2 > 0;
        r[19] = l - u;
        uc += 100;
        sc -= 128;
        us <<= 4;
        r[4] += uc * 10 + sc * 1000 + us * 1000000L;
    }
    for (int k = 0; k < 20; k++)
        printf("%ld\n", r[k]);
    return 0;
}
