// Scalars of every type come in by value and go out through map(from).
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum colour { RED = -3, GREEN, BLUE = 1000 };

int main(void)
{
    bool b = true;
    signed char sc = -100;
    unsigned char uc = 200;
    short s = -30000;
    unsigned short us = 60000;
    unsigned u = 4000000000u;
    long l = -5000000000;
    unsigned long ul = 10000000000000000000u;
    long long ll = INT64_MIN;
    float f = 0.1f;
    double d = 0.1;
    size_t z = SIZE_MAX;
    ptrdiff_t pd = -7;
    enum colour e = BLUE;
    long r[14];
    double rd[2];
#pragma omp target map(from: r, rd)
    {
        r[0] = b; r[1] = sc; r[2] = uc; r[3] = s; r[4] = us; r[5] = u; r[6] = l;
        r[7] = (long)(ul / 2); r[8] = ll + 1; r[9] = f == 0.1f; r[10] = d == 0.1;
        r[11] = z == ~(size_t)0; r[12] = pd; r[13] = e + RED;
        rd[0] = f;
        rd[1] = d;
    }
    for (int i = 0; i < 14; i++)
        printf("%ld\n", r[i]);
    printf("%.17g %.17g\n", rd[0], rd[1]);
    return 0;
}
