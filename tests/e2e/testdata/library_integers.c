// Functions of <stdlib.h> and gcc's builtins on integers: quotients, overflow, bits, hints.
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#define COUNT 96

#pragma omp declare target
static int hinted(const int *p, int i)
{
    const int *q = __builtin_assume_aligned(p, 4);
    if (__builtin_expect(i < 0, 0))
        __builtin_unreachable();
    return q[i] + (__builtin_constant_p(i) ? 1000 : 0) + __builtin_constant_p(3);
}

/* every pair of operand types and result types, near the limits of each */
static void overflows(long x, long y, long *r)
{
    int k = 0, i;
    unsigned u;
    short s;
    unsigned char c;
    long l;
    unsigned long ul;
#define TRY(op, a, b, result) (r[k++] = __builtin_##op##_overflow(a, b, &result), r[k++] = (long)result)
#define ALL(a, b)                                                                             \
    do {                                                                                      \
        TRY(add, a, b, i), TRY(sub, a, b, i), TRY(mul, a, b, i), TRY(add, a, b, u);           \
        TRY(sub, a, b, u), TRY(mul, a, b, u), TRY(add, a, b, s), TRY(mul, a, b, c);           \
        TRY(add, a, b, l), TRY(sub, a, b, l), TRY(mul, a, b, l), TRY(add, a, b, ul);          \
        TRY(sub, a, b, ul), TRY(mul, a, b, ul);                                               \
    } while (0)
    ALL(x, y);
    ALL((unsigned long)x, y);
    ALL((int)x, (unsigned)y);
    r[k++] = __builtin_sadd_overflow((int)x, (int)y, &i) + 2 * __builtin_umul_overflow((unsigned)x, (unsigned)y, &u);
    r[k++] = __builtin_ssubl_overflow(x, y, &l) + 2 * __builtin_umulll_overflow(x, y, (unsigned long long *)&ul);
    r[k++] = i + (long)u;
    r[k++] = l ^ (long)ul;
    r[k++] = __builtin_add_overflow_p(x, y, (short)0) + 2 * __builtin_mul_overflow_p(x, y, 0L) + 4 * __builtin_sub_overflow_p(x, y, 0u);
}
#pragma omp end declare target

int main(void)
{
    static const long values[] = {0, 1, -1, 2, 127, 200, 32767, -32768, INT_MAX, INT_MIN, UINT_MAX, 3037000500L,
                                  LONG_MAX, LONG_MIN, 1L << 40, -(1L << 33)};
    static long r[16 * 16][COUNT], q[16][16];
    int p[16];
    for (int i = 0; i < 16; i++)
        p[i] = i * i;
#pragma omp target teams distribute parallel for collapse(2) map(from: r)
    for (int i = 0; i < 16; i++)
        for (int k = 0; k < 16; k++) {
            for (int n = 0; n < COUNT; n++)
                r[i * 16 + k][n] = 0;
            overflows(values[i], values[k], r[i * 16 + k]);
        }
#pragma omp target teams distribute parallel for map(from: q) map(to: p)
    for (int i = 0; i < 16; i++) {
        long v = values[i], d = i % 3 ? 7 : -5;
        div_t a = div((int)v, (int)d);
        ldiv_t b = ldiv(v, d);
        lldiv_t e = lldiv(v, -d);
        imaxdiv_t m = imaxdiv(v, 1000);
        q[i][0] = a.quot, q[i][1] = a.rem, q[i][2] = b.quot, q[i][3] = b.rem;
        q[i][4] = e.quot * 3 + e.rem, q[i][5] = m.quot - m.rem;
        q[i][6] = v == LONG_MIN ? 0 : labs(v) + llabs(v / 2);
        q[i][7] = (int)v == INT_MIN ? 0 : abs((int)v);
        q[i][8] = ffs((int)v) + ffsl(v) + ffsll(v / 2);
        q[i][9] = __builtin_popcountl(v) + __builtin_parity((unsigned)v) + __builtin_ffs((int)v);
        q[i][10] = v ? __builtin_clzl(v) + 100 * __builtin_ctzl(v) : -1;
        q[i][11] = hinted(p, i) + div(i, 4).rem;
    }
    for (int i = 0; i < 16 * 16; i++)
        for (int n = 0; n < COUNT; n++)
            printf("%ld%c", r[i][n], n == COUNT - 1 ? '\n' : ' ');
    for (int i = 0; i < 16; i++)
        for (int n = 0; n < 12; n++)
            printf("%ld%c", q[i][n], n == 11 ? '\n' : ' ');
    return 0;
}
