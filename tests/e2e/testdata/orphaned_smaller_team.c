// A team smaller than another one of the same region calls a function with
// worksharing, a barrier and a single construct in it.
#include <stdio.h>

#pragma omp declare target
static void work(int *a, int n)
{
#pragma omp for
    for (int i = 0; i < n; i++)
        a[i] += i;
#pragma omp single
    a[0] += 100;
#pragma omp master
    a[1] += 1000;
#pragma omp barrier
}
#pragma omp end declare target

int main(void)
{
    int a[256] = {0};
#pragma omp target map(tofrom: a)
    {
#pragma omp parallel num_threads(8)
        work(a, 256);
        int serial = a[0];
#pragma omp parallel for firstprivate(serial)
        for (int i = 10; i < 20; i++)
            a[i] += serial;
    }
    printf("%d %d %d %d\n", a[0], a[1], a[15], a[255]);
    return 0;
}
