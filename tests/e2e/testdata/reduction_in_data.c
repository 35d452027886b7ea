// A reduction variable that is present in an enclosing data environment.
#include <stdio.h>

int main(void)
{
    int a[60];
    long sum = 0;
    for (int i = 0; i < 60; i++)
        a[i] = i;
#pragma omp target data map(tofrom: sum) map(to: a)
    {
        for (int rep = 0; rep < 4; rep++) {
#pragma omp target teams distribute parallel for reduction(+: sum) map(tofrom: sum)
            for (int i = rep; i < 60; i++)
                sum += a[i];
        }
#pragma omp target update from(sum)
        printf("%ld\n", sum);
    }
    printf("%ld\n", sum);
    return 0;
}
