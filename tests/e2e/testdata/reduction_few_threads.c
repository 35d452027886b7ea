// Reductions of teams that are smaller than the work-group: scalars, several at once, and
// arrays, by combined and by separate constructs.
#include <stdio.h>

enum { N = 100, M = 11 };

static int a[N];

static void scalars(int threads)
{
    long sum = 0;
    int most = -1;
    unsigned all = 0;
#pragma omp target map(tofrom: sum, most, all) map(to: a)
    {
#pragma omp parallel num_threads(threads)
        {
#pragma omp for reduction(+: sum) reduction(max: most) schedule(static)
            for (int i = 0; i < N; i++) {
                sum += a[i];
                most = a[i] > most ? a[i] : most;
            }
#pragma omp for reduction(|: all)
            for (int i = 0; i < N; i++)
                all |= (unsigned)a[i];
        }
#pragma omp parallel for num_threads(threads + 1) reduction(+: sum)
        for (int i = 0; i < N; i++)
            sum += i;
    }
    printf("%d threads: %ld %d %x\n", threads, sum, most, all);
}

static void arrays(int threads)
{
    int counts[M] = {0};
#pragma omp target map(tofrom: counts) map(to: a)
    {
#pragma omp parallel num_threads(threads)
#pragma omp for reduction(+: counts)
        for (int i = 0; i < N; i++)
            counts[a[i] % M]++;
    }
    long sum = 0;
    for (int i = 0; i < M; i++)
        sum += (long)counts[i] * i * i;
    printf("%d threads: %ld\n", threads, sum);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 91;
    for (int threads = 1; threads < 100; threads = threads * 6 + 5) {
        scalars(threads);
        arrays(threads);
    }
    return 0;
}
