// Constructs of a team in a distribute loop without a parallel region: the team has one
// thread, which executes all of each.
#include <stdio.h>

#define N 300

int main(void)
{
    int a[N] = {0}, b[N] = {0}, c[N] = {0}, d[N] = {0}, total = 0;
#pragma omp target teams distribute map(tofrom: a, b, c, d, total)
    for (int i = 0; i < N; i++) {
#pragma omp single
        a[i] = i + 1;
#pragma omp for
        for (int j = 0; j < 5; j++)
            b[i] += j * i;
#pragma omp sections
        {
#pragma omp section
            c[i] += 3 * i;
#pragma omp section
            c[i] += 7;
        }
#pragma omp master
        d[i] = a[i] + b[i];
#pragma omp barrier
#pragma omp critical
        total += d[i] + c[i];
    }
    unsigned h = 0;
    for (int i = 0; i < N; i++)
        h = h * 31 + a[i] + 3 * b[i] + 5 * c[i] + 7 * d[i];
    printf("%u %d\n", h, total);
    return 0;
}
