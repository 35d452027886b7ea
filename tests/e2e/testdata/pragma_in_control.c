// Target constructs as the body of if, else, for, while and after labels.
#include <stdio.h>

int main(void)
{
    int a[4] = {0}, n = 0;
    for (int i = 0; i < 4; i++)
#pragma omp target map(tofrom: a) firstprivate(i)
        a[i] += i + 1;
    if (a[0] == 1)
#pragma omp target map(tofrom: n)
        n += 1;
    else
#pragma omp target map(tofrom: n)
        n += 100;
    if (a[0] != 1)
#pragma omp target map(tofrom: n)
        n += 1000;
    else if (a[1] == 2)
#pragma omp target teams distribute parallel for map(tofrom: n)
        for (int i = 0; i < 10; i++)
#pragma omp atomic
            n += 10;
    while (n < 300)
#pragma omp target map(tofrom: n)
        n *= 2;
    switch (a[3]) {
    case 4:
#pragma omp target map(tofrom: a)
        a[3] = 40;
        break;
    default:
#pragma omp target map(tofrom: a)
        a[3] = -1;
    }
    do
#pragma omp target map(tofrom: n)
        n--;
    while (n > 350);
    printf("%d %d %d %d %d\n", a[0], a[1], a[2], a[3], n);
    return 0;
}
