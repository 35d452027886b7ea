// Sections that lie inside present ones, at both ends and in a nested section.
#include <stdio.h>

int main(void)
{
    long a[30];
    for (int i = 0; i < 30; i++)
        a[i] = i;
#pragma omp target data map(tofrom: a[4:20])
    {
#pragma omp target map(tofrom: a[4:1])
        a[4] = 400;
#pragma omp target map(to: a[23:1])
        a[23] = 2300;
#pragma omp target data map(from: a[10:5])
        {
#pragma omp target map(alloc: a[12:2])
            a[13] = a[12] + a[13];
        }
    }
    for (int i = 0; i < 30; i++)
        printf("%ld ", a[i]);
    printf("\n");
    return 0;
}
