// A target construct whose if clause the compiler sees to be 0 is the host's, whatever stands in it; kernels before it are awaited.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { OFF, N = 1 << 20 };
static double a[N];

int main(void)
{
    int host = -1, total = 0;
    double sum = 0;
#pragma omp target data map(tofrom: a)
    {
        for (int step = 0; step < 5; step++) {
#pragma omp target teams distribute parallel for
            for (int i = 0; i < N; i++)
                a[i] += i % 5 + step;
        }
#pragma omp target update from(a)
        for (int step = 0; step < 2; step++) {
#pragma omp target if(OFF) map(tofrom: sum, host)
            {
                double *copy = malloc(sizeof a); /* no device code could */
                for (int i = 0; i < N; i++)
                    copy[i] = a[i];
                for (int i = 0; i < N; i++)
                    sum += copy[i];
                free(copy);
                host = omp_is_initial_device();
            }
        }
    }
    double *p = malloc(sizeof a);
    for (int step = 0; step < 3; step++) {
#pragma omp target teams distribute parallel for map(from: p[0:N])
        for (int i = 0; i < N; i++)
            p[i] = i + step;
#pragma omp target teams distribute parallel for if(target: 0) reduction(+: total) map(tofrom: total)
        for (int i = 0; i < N; i++)
            total += p[i] == i + step;
    }
    printf("%d %g %d\n", host, sum, total);
    free(p);
    return 0;
}
