// Array parameters are pointers: the section tells how much there is.
#include <stdio.h>

static void add(int a[], int b[10], int n)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) map(to: b[0:n])
    for (int i = 0; i < n; i++)
        a[i] += b[i];
}

static void add2(int m[][5], int rows)
{
#pragma omp target map(tofrom: m[0:rows][0:5])
    for (int i = 0; i < rows; i++)
        m[i][4] = m[i][0] + (int)(sizeof m[0] / sizeof m[0][0]);
}

static int total(int n, int v[n])
{
    int s = 0;
#pragma omp target map(to: v[:n]) map(tofrom: s)
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

int main(void)
{
    int x[12], y[10], m[3][5];
    for (int i = 0; i < 12; i++)
        x[i] = i;
    for (int i = 0; i < 10; i++)
        y[i] = 100 * i;
    for (int i = 0; i < 15; i++)
        m[i / 5][i % 5] = i;
    add(x, y, 10);
    add2(m + 1, 2);
    printf("%d %d %d %d %d\n", x[9], x[10], m[0][4], m[2][4], total(7, x + 5));
    return 0;
}
