// C11 in the kernel: _Generic, _Static_assert, _Alignas, anonymous structs,
// addresses of compound literals, inline functions of every linkage.
#include <stdalign.h>
#include <stdio.h>

#define KIND(x) _Generic((x), char: 1, int: 2, unsigned: 3, long: 4, float: 5, double: 6, int *: 7, default: 9)

#pragma omp declare target
inline int outer_inline(int x) { return x + 1; }
extern inline int outer_inline(int x);
static int sum3(const int *p) { return p[0] + p[1] + p[2]; }
struct odd { struct { char a; struct { double b; }; }; union { int c; float d; }; };
#pragma omp end declare target

int main(void)
{
    int r[12];
    struct odd o = {{1, {2}}, {3}};
#pragma omp target map(from: r) map(to: o)
    {
        _Static_assert(sizeof(int) == 4, "int has 32 bits");
        alignas(16) char buf[5] = "abcd";
        const int ci = 1;
        int i = 2;
        r[0] = KIND('a') * 10 + KIND((char)'a');
        r[1] = KIND(1u) * 10 + KIND(1L);
        r[2] = KIND(1.0f) * 10 + KIND(1.0f * 2.0);
        r[3] = KIND(&i) * 10 + ci;
        r[4] = KIND((short)1) * 10 + KIND((short)1 + (short)1);
        r[5] = sum3((int[]){10, 20, i});
        r[6] = outer_inline(i);
        r[7] = o.a + (int)o.b + o.c;
        r[8] = (int)((unsigned long)buf % 16) + buf[3];
        r[9] = *&(int){5};
        int *p = (int[3]){[1] = 4};
        p[2] = p[1]++;
        r[10] = sum3(p);
        r[11] = (int)alignof(double) + (int)sizeof(struct odd);
    }
    for (int i = 0; i < 12; i++)
        printf("%d ", r[i]);
    printf("\n");
    return 0;
}
