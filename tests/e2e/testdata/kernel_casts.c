// Casts between integers and floating point, both ways, and their limits.
#include <stdio.h>

int main(void)
{
    double d = -3.99, big = 1e15;
    float f = 16777217.0, g = 0.1f;
    unsigned long ul = 18446744073709551615ul;
    long l = 9007199254740993L;
    unsigned u = 4294967295u;
    int i = 16777217;
    long r[10];
    double q[8];
#pragma omp target map(from: r, q)
    {
        r[0] = (int)d;
        r[1] = (long)big;
        r[2] = (unsigned char)(int)(d * 100);
        r[3] = (short)70000;
        r[4] = (long)f;
        r[5] = (unsigned)3e9;
        r[6] = (int)(0.1f + 0.2 > 0.3);
        r[7] = g == 0.1;
        r[8] = (int)(char)300;
        r[9] = (long)(float)l;
        q[0] = ul;
        q[1] = l;
        q[2] = u;
        q[3] = (float)i;
        q[4] = i;
        q[5] = (float)ul;
        q[6] = (double)g;
        q[7] = (float)0.1;
    }
    for (int k = 0; k < 10; k++)
        printf("%ld ", r[k]);
    for (int k = 0; k < 8; k++)
        printf("%.17g ", q[k]);
    printf("\n");
    return 0;
}
