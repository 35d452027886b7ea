// Scalars of every type mapped tofrom are changed in place.
#include <stdbool.h>
#include <stdio.h>

int main(void)
{
    bool b = false;
    char c = 'a';
    unsigned char uc = 255;
    short s = 32767;
    unsigned short us = 0;
    int i = -1;
    unsigned u = 0;
    long l = 1L << 40;
    unsigned long ul = 0;
    long long ll = -1;
    float f = 1.5f;
    double d = -2.25;
#pragma omp target map(tofrom: b, c, uc, s, us, i, u, l, ul, ll, f, d)
    {
        b = 42;
        c += 25;
        uc++;
        s = (short)(s + 1);
        us--;
        i = -i - i;
        u--;
        l *= -2;
        ul -= 1;
        ll = ll + 1 == 0 ? ll - 1 : 0;
        f /= 3;
        d = -d;
    }
    printf("%d %c %u %d %u %d %u %ld %lu %lld\n", b, c, uc, s, us, i, u, l, ul, ll);
    printf("%.9g %.17g\n", f, d);
    return 0;
}
