// Memory that the region dereferences and no clause or construct maps.
#include <stdlib.h>

void f(int *a, int n)
{
    int *b = malloc(n * sizeof *b);
    if (!b)
        return;
    for (int i = 0; i < n; i++)
        b[i] = i;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] += b[i]; // WARNING "'b'"
    free(b);
}
