// atomic update on 8, 16 and 64-bit integers, bool, float and double; the
// neighbours in the same word stay as they are.
#include <stdbool.h>
#include <stdio.h>

struct mixed {
    signed char c[4];
    unsigned char uc[5];
    short s[3];
    unsigned short us;
    bool b[2];
    long l;
    unsigned long long ul;
    float f;
    double d[2];
};

int main(void)
{
    struct mixed m = {{1, 2, 3, 4}, {9, 9, 9, 9, 9}, {-5, 6, 7}, 65530, {false, false}, -10, 1, 0.5f, {1, 2}};
#pragma omp target teams distribute parallel for map(tofrom: m)
    for (int i = 0; i < 150; i++) {
#pragma omp atomic
        m.c[1]++;
#pragma omp atomic
        m.c[2] -= 1;
#pragma omp atomic
        m.uc[3] += 2;
#pragma omp atomic
        m.s[1] += 300;
#pragma omp atomic
        m.us++;
#pragma omp atomic
        m.b[1] |= i == 77;
#pragma omp atomic
        m.l += 1L << 33;
#pragma omp atomic
        m.ul ^= 1ull << (i % 64);
#pragma omp atomic
        m.f += 0.25f;
#pragma omp atomic
        m.d[1] -= 0.5;
    }
    printf("%d %d %d %d\n", m.c[0], m.c[1], m.c[2], m.c[3]);
    printf("%d %d %d %d %d\n", m.uc[2], m.uc[3], m.uc[4], m.b[0], m.b[1]);
    printf("%d %d %d %u %ld %llx %g %g %g\n", m.s[0], m.s[1], m.s[2], m.us, m.l, m.ul, m.f, m.d[0], m.d[1]);
    return 0;
}
