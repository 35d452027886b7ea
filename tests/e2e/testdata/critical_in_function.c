// A named critical in a function and in the region is one and the same;
// the section calls a function and leaves early with continue.
#include <stdio.h>

#pragma omp declare target
static void add(long *acc, int v)
{
#pragma omp critical(sum)
    {
        acc[0] += v;
        acc[1] = acc[1] * 1 + acc[0] % 1 + 1;
    }
}
#pragma omp end declare target

int main(void)
{
    long acc[2] = {0, 0};
#pragma omp target map(tofrom: acc)
#pragma omp parallel for
    for (int i = 0; i < 333; i++) {
        if (i % 5 == 0)
            continue;
        add(acc, i);
        if (i % 2)
            continue;
#pragma omp critical(sum)
        acc[0] -= i;
    }
    printf("%ld %ld\n", acc[0], acc[1]);
    return 0;
}
