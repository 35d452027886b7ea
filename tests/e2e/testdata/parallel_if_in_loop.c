// Worksharing inside a sequential loop and conditionals of the parallel region.
#include <stdio.h>

int main(void)
{
    int a[50] = {0}, n = 50, count = 0;
#pragma omp target map(tofrom: a, count)
#pragma omp parallel
    {
        for (int round = 0; round < 6; round++) {
            if (round & 1) {
#pragma omp for
                for (int i = round; i < n; i += 2)
                    a[i] += round;
            } else if (round == 4) {
#pragma omp single
                count += 1000;
            } else {
#pragma omp for nowait
                for (int i = n - 1; i >= round; i--)
                    a[i] -= 1;
#pragma omp barrier
            }
            switch (round) {
            case 3:
#pragma omp single
                count++;
                break;
            default:
#pragma omp sections
                {
#pragma omp section
                    a[0] += 1;
#pragma omp section
                    a[1] += 2;
                }
            }
        }
    }
    for (int i = 0; i < 50; i++)
        printf("%d ", a[i]);
    printf("%d\n", count);
    return 0;
}
