// Old style function definitions, implicit int arrays and nested declarators
// around a region; functions that return pointers to arrays.
#include <stdio.h>

static int total(v, n)
    int *v;
    int n;
{
    int s = 0;
#pragma omp target map(to: v[0:n]) map(tofrom: s)
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

static int (*rows(int (*m)[3], int by))[3] { return m + by; }

int main(void)
{
    int m[4][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}};
    int (*r)[3] = rows(m, 1);
#pragma omp target map(tofrom: r[0:2])
    {
        r[0][1] = 50;
        (*(r + 1))[2] += r[0][1];
    }
    printf("%d %d %d\n", total(m[0], 12), m[1][1], m[2][2]);
    return 0;
}
