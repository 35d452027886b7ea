// sections and parallel sections: each section once, lastprivate from the last.
#include <stdio.h>

int main(void)
{
    int a[6] = {0}, x = -1, y = 0;
#pragma omp target map(tofrom: a, x, y)
    {
#pragma omp parallel
        {
#pragma omp sections lastprivate(x)
            {
                {
                    a[0]++;
                    x = 10;
                }
#pragma omp section
                {
                    a[1]++;
                    x = 20;
                }
#pragma omp section
                {
                    a[2] += 3;
                    x = 30;
                }
            }
#pragma omp sections nowait
            {
#pragma omp section
                a[3] += x;
            }
        }
#pragma omp parallel sections reduction(+: y)
        {
#pragma omp section
            y += a[0];
#pragma omp section
            y += a[1] * 10;
#pragma omp section
            y += a[2] * 100;
#pragma omp section
            a[4] = 44;
        }
    }
    printf("%d %d %d %d %d %d %d %d\n", a[0], a[1], a[2], a[3], a[4], a[5], x, y);
    return 0;
}
