// Loops of a team of which the first thread has all: one chunk, or one iteration that threads take by their numbers.
#include <omp.h>
#include <stdio.h>

enum { N = 16 };

int main(void)
{
    int a[4 * N], n = 33;
    long sum = 0;
    for (int i = 0; i < 4 * N; i++)
        a[i] = i;
#pragma omp target map(tofrom: a, sum)
    {
#pragma omp parallel for schedule(static, 64)
        for (int i = 0; i < N; i++)
            a[i] += 5;
        sum += n;
#pragma omp parallel for schedule(static, 16)
        for (long i = 0; i < N; i++)
            if (a[i] & 1)
                a[i + N]++;
        sum += a[3];
#pragma omp parallel
        for (int k = omp_get_thread_num(); k < 1; k += omp_get_num_threads())
            for (int i = 2 * N; i < 3 * N; i++)
                a[i] -= 9;
        for (int i = 0; i < 4 * N; i++)
            sum = sum * 3 + a[i];
    }
    printf("%ld\n", sum);
    return 0;
}
