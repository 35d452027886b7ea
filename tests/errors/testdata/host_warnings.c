// The host compiler's warnings come with the user's line, once.
#include <stdio.h>

int f(int *a, int n)
{
    int unused; // WARNING "unused"
#pragma omp target map(tofrom: a[0:n])
    a[0] = 1;
    printf("%s\n", a[0]); // WARNING "%s"
    return 0;
}
