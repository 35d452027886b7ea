// Regions with many variables, and functions with many parameters.
#include <stdio.h>

#define D(n) double v##n = n * 0.5, w##n[3] = {n, n + 1, n + 2};
#define U(n) s += v##n + w##n[i % 3]; w##n[0] += 1;
#define P(n) printf("%g ", w##n[0]);
#define ALL(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19) \
    X(20) X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29)

#pragma omp declare target
static long many(char a, short b, int c, long d, float e, double f, unsigned char g, const int *h, _Bool i, unsigned j, long k, int l)
{
    return a + b + c + d + (long)e + (long)f + g + h[0] + i + (long)j + k + l;
}
#pragma omp end declare target

int main(void)
{
    ALL(D)
    double s = 0;
    int h[1] = {1000};
    long m = 0;
#pragma omp target map(tofrom: s, m)
    {
        for (int i = 0; i < 5; i++) {
            ALL(U)
        }
        m = many('a', -2, 3, 4, 5.5f, 6.5, 255, h, 7, 8, 9, 10);
    }
    ALL(P)
    printf("%g %ld\n", s, m);
    return 0;
}
