// Nested data environments: inner maps of present data copy nothing.
// MODES: separate
// HOST-DIFFERS: the host copy is not updated in between where memory is separate
// EXPECT: inner 0 0
// EXPECT: after 3 4
#include <stdio.h>

int main(void)
{
    int a[10] = {0};
#pragma omp target data map(tofrom: a)
    {
#pragma omp target data map(tofrom: a[0:10])
        {
#pragma omp target map(tofrom: a[2:3])
            a[2] = 3;
#pragma omp target
            a[9] = a[2] + 1;
        }
        printf("inner %d %d\n", a[2], a[9]);
    }
    printf("after %d %d\n", a[2], a[9]);
    return 0;
}
