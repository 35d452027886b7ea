// Parallel regions inside loops, if, else, switch and while of the team's code.
#include <stdio.h>

int main(void)
{
    int a[30] = {0}, steps = 0;
#pragma omp target map(tofrom: a, steps)
    {
        int k = 0;
        for (int round = 0; round < 4; round++) {
            if (round % 2 == 0) {
#pragma omp parallel for
                for (int i = 0; i < 30; i++)
                    a[i] += round + 1;
            } else {
                k += 10;
#pragma omp parallel
                {
#pragma omp for
                    for (int i = 0; i < 30; i++)
                        a[i] += k;
                }
            }
            switch (round) {
            case 1:
#pragma omp parallel for
                for (int i = 10; i < 20; i++)
                    a[i] = -a[i];
                break;
            case 2:
                continue;
            default:
                steps += 100;
            }
            steps++;
        }
        while (k > 0) {
#pragma omp parallel for
            for (int i = 0; i < 30; i++)
                a[i] += k;
            k -= 7;
            if (k < 4)
                break;
        }
        steps += k * 1000;
    }
    printf("%d\n", steps);
    for (int i = 0; i < 30; i++)
        printf("%d ", a[i]);
    printf("\n");
    return 0;
}
