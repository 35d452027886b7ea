// Out-parameters: addresses of private, team-local and mapped objects.
#include <math.h>
#include <stdio.h>

#pragma omp declare target
static void minmax(const double *v, int n, double *lo, double *hi, int *where)
{
    *lo = *hi = v[0];
    *where = 0;
    for (int i = 1; i < n; i++) {
        if (v[i] < *lo)
            *lo = v[i];
        if (v[i] > *hi) {
            *hi = v[i];
            *where = i;
        }
    }
}

static void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}
#pragma omp end declare target

int main(void)
{
    double v[8][10], lo[8], span[8];
    int where[8], two[2] = {1, 2};
    for (int i = 0; i < 80; i++)
        v[i / 10][i % 10] = (i * 37) % 101 - 50;
#pragma omp target map(to: v) map(from: lo, span, where) map(tofrom: two)
    {
#pragma omp parallel for
        for (int i = 0; i < 8; i++) {
            double hi;
            minmax(v[i], 10, &lo[i], &hi, where + i);
            span[i] = hi - lo[i];
        }
        int a = two[0], b = 30;
        swap(&a, &b);
        swap(&a, &two[1]);
        two[0] = a * 100 + b;
    }
    for (int i = 0; i < 8; i++)
        printf("%g %g %d\n", lo[i], span[i], where[i]);
    printf("%d %d\n", two[0], two[1]);
    return 0;
}
