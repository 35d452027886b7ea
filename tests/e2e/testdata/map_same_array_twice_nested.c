// A function with a region called from inside and outside a data environment of
// the same array, and with other parts of it.
#include <stdio.h>

static void negate(int *v, int n)
{
#pragma omp target teams distribute parallel for map(tofrom: v[0:n])
    for (int i = 0; i < n; i++)
        v[i] = -v[i];
}

int main(void)
{
    int a[24];
    for (int i = 0; i < 24; i++)
        a[i] = i;
    negate(a, 24);
#pragma omp target data map(tofrom: a)
    {
        negate(a, 24);
        negate(a + 6, 6);
        negate(&a[20], 4);
    }
    negate(a + 1, 3);
#pragma omp target data map(tofrom: a[8:8])
    negate(a + 9, 2);
    for (int i = 0; i < 24; i++)
        printf("%d ", a[i]);
    printf("\n");
    return 0;
}
