// Orphaned for, single, barrier and master in functions called from a
// parallel region, and the same function called where one thread runs.
#include <stdio.h>

#pragma omp declare target
static void twice(int *v, int n)
{
#pragma omp for
    for (int i = 0; i < n; i++)
        v[i] *= 2;
}

static void once(int *counter)
{
#pragma omp single
    ++*counter;
#pragma omp barrier
#pragma omp master
    *counter += 10;
#pragma omp barrier
}
#pragma omp end declare target

int main(void)
{
    int a[45], counter = 0, early = -1;
    for (int i = 0; i < 45; i++)
        a[i] = i;
#pragma omp target map(tofrom: a, counter, early)
    {
        twice(a, 45);
        once(&counter);
        early = counter * 100 + a[44];
#pragma omp parallel
        {
            twice(a, 45);
            once(&counter);
            twice(a, 44);
        }
    }
    printf("%d %d\n", counter, early);
    for (int i = 0; i < 45; i++)
        printf("%d ", a[i]);
    printf("\n");
    return 0;
}
