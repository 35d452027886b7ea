// A device function that contains a parallel region with its own local variables.
#include <stdio.h>

#pragma omp declare target
static int psum(const int *v, int n)
{
    int s = 0;
    int factor = 2;
#pragma omp parallel for reduction(+: s)
    for (int i = 0; i < n; i++)
        s += factor * v[i];
    return s;
}

static void phases(int *v, int n)
{
    int base = 7;
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < n; i++)
            v[i] += base;
#pragma omp single
        base = 100;
#pragma omp for
        for (int i = 0; i < n; i++)
            v[i] += base;
    }
}
#pragma omp end declare target

int main(void)
{
    int a[100], r[3];
    for (int i = 0; i < 100; i++)
        a[i] = i;
#pragma omp target map(tofrom: a) map(from: r)
    {
        r[0] = psum(a, 100);
        phases(a, 50);
        r[1] = psum(a, 51);
        r[2] = psum(a, 0);
    }
    printf("%d %d %d %d %d\n", r[0], r[1], r[2], a[49], a[50]);
    return 0;
}
