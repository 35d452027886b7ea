// More sections than threads and fewer, sections in a loop, private variables.
#include <stdio.h>

int main(void)
{
    int a[8] = {0}, p = 9, last = 0;
#pragma omp target map(tofrom: a, last)
#pragma omp parallel num_threads(3) firstprivate(p)
    {
        for (int round = 1; round <= 3; round++) {
#pragma omp sections private(p) lastprivate(last)
            {
#pragma omp section
                { p = round; a[0] += p; }
#pragma omp section
                { p = 2 * round; a[1] += p; }
#pragma omp section
                a[2] += round;
#pragma omp section
                a[3]++;
#pragma omp section
                a[4]--;
#pragma omp section
                for (int i = 0; i < round; i++)
                    a[5] += i;
#pragma omp section
                {
                    a[6] = round;
                    last = round * 11;
                }
            }
        }
#pragma omp single
        a[7] = p;
    }
    for (int i = 0; i < 8; i++)
        printf("%d ", a[i]);
    printf("%d\n", last);
    return 0;
}
