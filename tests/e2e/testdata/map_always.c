// The always modifier copies although the data is present.
#include <stdio.h>

int main(void)
{
    int a[6] = {1, 2, 3, 4, 5, 6}, sum = 0;
#pragma omp target data map(tofrom: a, sum)
    {
        a[0] = 100;
#pragma omp target map(always, to: a) map(always, tofrom: sum)
        {
            for (int i = 0; i < 6; i++)
                sum += a[i];
        }
        printf("%d\n", sum);
        sum = 5;
#pragma omp target map(always tofrom: sum)
        sum *= 3;
        printf("%d\n", sum);
#pragma omp target map(always, from: a[1:2])
        a[1] = a[2] = 77;
        printf("%d %d\n", a[1], a[2]);
    }
    printf("%d %d\n", a[0], sum);
    return 0;
}
