// Several sections of one variable in one region, in any order: the region reaches them through one pointer.
// HOST-DIFFERS: gcc refuses them, as OpenMP 4.5 does
// EXPECT: 0 1 2 3 24 26 28 30 8 9
// EXPECT: 0 1 2 3 9 9 9 9 8 9
// EXPECT: 0 1 2 3 9 4 5 7 8 7
#include <stdio.h>

static void print(const int *p)
{
    for (int i = 0; i < 10; i++)
        printf("%d%c", p[i], i < 9 ? ' ' : '\n');
}

int main(void)
{
    int a[40], *p = a, n = 20;
    for (int i = 0; i < 40; i++)
        a[i] = i;
#pragma omp target map(to: p[n:4]) map(from: p[4:4])
    for (int i = 0; i < 4; i++)
        p[4 + i] = p[n + i] + 4 + i;
    print(a);
    a[30] = 9;
#pragma omp target map(from: a[4:4]) map(to: a[30:10])
    for (int i = 0; i < 4; i++)
        a[4 + i] = a[30];
    print(a);
#pragma omp target data map(tofrom: p[0:10])
#pragma omp target map(to: p[3:2]) map(p[5:1], p[6:4])
    {
        p[5] = p[3] + 1;
        p[6] = p[5] + 1;
        p[7] = 7;
        p[9] = 7;
    }
    print(a);
    return 0;
}
