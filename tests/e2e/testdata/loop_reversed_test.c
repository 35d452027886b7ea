// The bound on the left side of the relation, and assignment-form increments.
#include <stdio.h>

int main(void)
{
    int a[4] = {0}, n = 30, step = 4;
#pragma omp target map(tofrom: a) map(to: n)
    {
#pragma omp parallel for reduction(+: a[0:1])
        for (int i = 0; n > i; i++)
            a[0] += i;
#pragma omp parallel for reduction(+: a[1:1])
        for (int i = n; 3 <= i; i = i - step)
            a[1] += i;
#pragma omp parallel for reduction(+: a[2:1])
        for (int i = 1; n >= i; i = step + i)
            a[2] += i;
#pragma omp parallel for reduction(+: a[3:1])
        for (int i = n; 0 < i; i += -step)
            a[3] += i;
    }
    printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
    return 0;
}
