// Threads with uneven work between barriers, while loops, early empties.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int work[33], done[33] = {0}, turns = 0;
    for (int i = 0; i < 33; i++)
        work[i] = i * i % 23;
#pragma omp target map(tofrom: work, done, turns)
#pragma omp parallel
    {
        int go = 1;
        while (go) {
#pragma omp for schedule(dynamic, 1)
            for (int i = 0; i < 33; i++)
                if (work[i] > 0) {
                    work[i] -= 3;
                    for (int k = 0; k < i * 10; k++)
                        done[i] += k & 1;
                }
            int left = 0;
            for (int i = 0; i < 33; i++)
                left |= work[i] > 0;
            go = left;
#pragma omp barrier
#pragma omp master
            turns++;
#pragma omp barrier
        }
    }
    long s = 0;
    for (int i = 0; i < 33; i++)
        s += done[i] * (i + 1L) - work[i];
    printf("%ld %d\n", s, turns);
    return 0;
}
