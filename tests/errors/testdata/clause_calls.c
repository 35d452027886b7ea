// What the clauses of inner constructs call is device code; what those of target call is the host's.
#include <stdlib.h>

void f(int *a, const char *n)
{
#pragma omp target teams distribute parallel for map(a[:9]) num_teams(atoi(n)) if(atoi(n))
    for (int i = 0; i < 9; i++)
        a[i] = i;
#pragma omp target parallel for map(a[:9]) num_threads(atoi(n)) // ERROR "function 'atoi' is not available in device code"
    for (int i = 0; i < 9; i++)
        a[i] = i;
}
