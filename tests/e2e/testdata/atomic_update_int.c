// atomic update on int and unsigned with every operator and every spelling.
#include <stdio.h>

int main(void)
{
    int add = 0, sub = 0, andv = -1, orv = 0, xorv = 0, div = 1 << 30, shl = 1, rev = 0;
    unsigned mul = 1, uadd = 4294967290u, ushr = 0xf0000000u, inc = 0, dec = 0;
    int minus = 100;
#pragma omp target map(tofrom: add, sub, mul, andv, orv, xorv, div, shl, rev, uadd, ushr, inc, dec, minus)
    {
#pragma omp parallel for
        for (int i = 0; i < 24; i++) {
#pragma omp atomic
            add += i;
#pragma omp atomic update
            sub -= i * 2;
#pragma omp atomic
            mul *= 3;
#pragma omp atomic
            andv &= ~(1 << i);
#pragma omp atomic
            orv |= 1 << i;
#pragma omp atomic
            xorv ^= 3 << i;
#pragma omp atomic
            div /= 2;
#pragma omp atomic
            shl <<= 1;
#pragma omp atomic
            rev = i + rev;
#pragma omp atomic
            uadd += 1;
#pragma omp atomic
            ushr >>= 1;
#pragma omp atomic
            inc++;
#pragma omp atomic
            --dec;
        }
#pragma omp atomic
        minus = 7 - minus;
    }
    printf("%d %d %u %d %x %x\n", add, sub, mul, andv, (unsigned)orv, (unsigned)xorv);
    printf("%d %d %d %u %x %u %u %d\n", div, shl, rev, uadd, ushr, inc, dec, minus);
    return 0;
}
