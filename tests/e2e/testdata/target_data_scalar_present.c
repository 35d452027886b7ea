// A scalar mapped by target data: a region that maps it tofrom uses that copy,
// one that does not name it has a copy of its own.
#include <stdio.h>

int main(void)
{
    int x = 1, seen[2] = {0};
#pragma omp target data map(tofrom: x)
    {
#pragma omp target map(tofrom: x)
        x += 41;
#pragma omp target map(alloc: x) map(from: seen[0:1])
        seen[0] = x;
#pragma omp target update from(x)
        seen[1] = x;
    }
    printf("%d %d %d\n", x, seen[0], seen[1]);
    return 0;
}
