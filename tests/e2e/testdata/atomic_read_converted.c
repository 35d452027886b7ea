// Atomic reads into variables of type _Bool and bit-fields convert as assignments do.
#include <stdio.h>
struct S { unsigned b : 3; int sb : 5; _Bool flag; };
int main(void)
{
    int r[20] = {0};
    long x = 256; double d = 0.5; unsigned u = 512; float f = 0.25f; unsigned char c = 77;
#pragma omp target map(tofrom: r, x, d, u, f, c)
    {
        _Bool v = 0; _Bool w[2] = {0, 0}; struct S q = {0};
#pragma omp atomic read
        v = x;
        r[0] = v;
#pragma omp atomic read
        w[1] = d;
        r[1] = w[1];
#pragma omp atomic read seq_cst
        q.flag = u;
        r[2] = q.flag;
#pragma omp atomic read
        q.b = u;
        r[3] = q.b;
        u = 29;
#pragma omp atomic read
        q.sb = u;
        r[4] = q.sb;
#pragma omp atomic read
        v = f;
        r[5] = v;
#pragma omp atomic read
        r[6] = f;
#pragma omp atomic read
        r[7] = c;
#pragma omp atomic write
        c = f * 1000;
        r[8] = c;
#pragma omp atomic write
        v = f;
        r[9] = v;
#pragma omp atomic update
        v += x;
        r[10] = v;
#pragma omp atomic update
        v = v - 1;
        r[11] = v;
#pragma omp atomic update
        v |= x;
        r[12] = v;
#pragma omp atomic
        v ^= 3;
        r[13] = v;
    }
    for (int i = 0; i < 20; i++) printf("%d %d\n", i, r[i]);
    return 0;
}
