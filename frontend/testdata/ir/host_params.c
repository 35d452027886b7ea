#define _FORTIFY_SOURCE 2
#include <stdio.h>
#include <string.h>
#include <ctype.h>
typedef float real;
typedef real mat[4][4];
static int code(void);

void f(int n, double a[n][n], real b[], mat m, const char *restrict s, int (*rows)[3], int count(int))
{
    real t = 0;
#pragma omp target map(tofrom: a[0:n][0:n], b[0:n], m[0:4], rows[0:n])
    {
        a[1][2] = b[3] + m[1][2] + rows[1][2] + t;
        printf("%d\n", n);
        memset(b, 0, n);
        memcpy(&m[0], &m[1], sizeof m[0]);
    }
}
