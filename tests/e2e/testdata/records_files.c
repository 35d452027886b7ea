// Records without tags that two files number differently, passed between them by
// value; a member that points to a record which no file defines.
// FILES: parts/records.c
#include <stdio.h>

typedef struct { int x, y; } only_here;

#include "parts/records.h"

int main(void)
{
    double d[8], sum = 0;
    only_here f = {1, 2};
    for (int i = 0; i < 8; i++)
        d[i] = i;
#pragma omp target map(tofrom: sum) map(to: d) firstprivate(f)
    {
        view v = {.data = d, .n = 7, .u.a = 4};
        for (int i = 0; i < 8; i++) {
            pair a = {d[i], f.x}, b = multiply(a, (pair){.i = f.y});
            sum += b.r + b.i + element(v, i) + scaled(&v, i);
        }
    }
    printf("%g\n", sum);
    return 0;
}
