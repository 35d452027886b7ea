// atomic read and write of every type, seq_cst included.
#include <stdio.h>

int main(void)
{
    int i = 1;
    char c = 'a';
    short s = -2;
    long l = 1L << 50;
    float f = 0.5f;
    double d = 0.25;
    unsigned long long big = 0;
    double got[6];
#pragma omp target map(tofrom: i, c, s, l, f, d, big) map(from: got)
    {
        int iv;
        char cv;
        short sv;
        long lv;
        float fv;
        double dv;
#pragma omp atomic read
        iv = i;
#pragma omp atomic read
        cv = c;
#pragma omp atomic read seq_cst
        sv = s;
#pragma omp atomic read
        lv = l;
#pragma omp atomic seq_cst read
        fv = f;
#pragma omp atomic read
        dv = d;
        got[0] = iv, got[1] = cv, got[2] = sv, got[3] = (double)lv, got[4] = fv, got[5] = dv;
#pragma omp atomic write
        i = iv + 41;
#pragma omp atomic write
        c = 'z';
#pragma omp atomic write
        s = (short)(sv * 2);
#pragma omp atomic write seq_cst
        l = -lv;
#pragma omp atomic write
        f = fv + dv;
#pragma omp atomic write
        d = 1e300;
#pragma omp atomic write
        big = 0xfedcba9876543210ull;
    }
    for (int k = 0; k < 6; k++)
        printf("%.17g ", got[k]);
    printf("\n%d %c %d %ld %g %g %llx\n", i, c, s, l, f, d, big);
    return 0;
}
