// _Bool: every conversion gives 0 or 1; arithmetic, arrays, struct members,
// out of functions and in compound assignments.
#include <stdbool.h>
#include <stdio.h>

struct flags { bool a, b; int n; bool c[3]; };

#pragma omp declare target
static bool truth(double d) { return d; }
static bool low(int x) { return x & 256; }
static int count(const bool *v, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}
#pragma omp end declare target

int main(void)
{
    bool v[10] = {0}, first = true;
    struct flags f = {false, true, 5, {true, false, true}};
    int r[12], zero = 0;
    float small = 0.25f;
#pragma omp target map(tofrom: v, f) map(from: r)
    {
        bool b = 256;
        r[0] = b;
        b = small;
        r[1] = b;
        r[2] = (bool)0.1 + (bool)1024L;
        b += 5;
        r[3] = b;
        b = b - 1;
        r[4] = b;
        b |= 4;
        r[5] = b + b;
        f.c[1] = &f.c[1] == f.c + 1;
        f.a = f.n;
        r[6] = count(f.c, 3);
        for (int i = 0; i < 10; i++)
            v[i] = i & 6;
        r[7] = count(v, 10);
        r[8] = truth(1e-30) * 10 + truth(zero);
        r[9] = low(768) * 10 + low(255);
        r[10] = !first + !!r[7] * 2;
        r[11] = (int)sizeof(bool) + (int)sizeof f;
    }
    for (int i = 0; i < 12; i++)
        printf("%d ", r[i]);
    printf("%d %d %d\n", f.a, f.b, v[2]);
    return 0;
}
