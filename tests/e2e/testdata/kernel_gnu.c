// GNU C in the kernel: statement expressions, __typeof__, ?:, case ranges,
// __builtin_expect, attributes, __extension__, zero-length struct ends.
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define SWAP(a, b) do { __typeof__(a) _t = (a); (a) = (b); (b) = _t; } while (0)
#define likely(x) __builtin_expect(!!(x), 1)

#pragma omp declare target
static inline __attribute__((always_inline, unused)) int sq(int x) { return x * x; }
static __inline__ int cube(register int x) { return __extension__ x * sq(x); }
#pragma omp end declare target

int main(void)
{
    int a[20], n = 0;
    double d[2] = {1.5, 2.5};
#pragma omp target map(tofrom: n, d) map(from: a)
    {
        for (int i = 0; i < 20; i++) {
            int k = 0;
            a[i] = MAX(sq(i) - 50, MAX(i, n)) + MAX(k++, 0);
            n += k;
            __asm__ volatile("" ::: "memory"); // holds back the host compiler only
            if (likely(i > 3))
                a[i] += cube(2);
            a[i] += ({ int s = 0; for (int j = 0; j < i; j++) s += j; s; });
        }
        SWAP(d[0], d[1]);
        __auto_type t = d[0] + 1;
        __typeof__(t) u = t;
        d[0] = u ?: 3;
        if (__builtin_constant_p(5))
            n += 1000;
        n += (int)__alignof__(double);
    }
    for (int i = 0; i < 20; i++)
        printf("%d ", a[i]);
    printf("%d %g %g\n", n, d[0], d[1]);
    return 0;
}
