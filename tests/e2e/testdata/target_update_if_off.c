// target update if(0) moves nothing.
// MODES: separate
// HOST-DIFFERS: without the update the host copy is stale where memory is separate
// EXPECT: 1 1
// EXPECT: 1 2
// EXPECT: 9 7
#include <stdio.h>

int main(void)
{
    int a[2] = {1, 1}, got[2];
#pragma omp target data map(to: a)
    {
#pragma omp target
        a[0] = a[1] = 2;
#pragma omp target update from(a) if(0)
        printf("%d %d\n", a[0], a[1]);
#pragma omp target update from(a[1:1]) if(1)
        printf("%d %d\n", a[0], a[1]);
        a[0] = 9;
        a[1] = 8;
#pragma omp target update to(a[0:1])
#pragma omp target map(from: got)
        {
            a[1] += 5;
            got[0] = a[0];
            got[1] = a[1];
        }
    }
    printf("%d %d\n", got[0], got[1]);
    return 0;
}
