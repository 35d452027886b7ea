// Barriers in a loop whose trip count is the same for all threads.
#include <omp.h>
#include <stdio.h>

#define N 48

int main(void)
{
    int a[2][N];
    for (int i = 0; i < N; i++)
        a[0][i] = i == 0 ? 1 << 20 : 0;
#pragma omp target map(tofrom: a)
#pragma omp parallel
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads();
        for (int step = 0; step < 20; step++) {
            const int *from = a[step & 1];
            int *to = a[1 - (step & 1)];
            for (int i = me; i < N; i += all)
                to[i] = (from[i] + from[(i + N - 1) % N]) / 2;
#pragma omp barrier
        }
    }
    for (int i = 0; i < N; i++)
        printf("%d ", a[0][i]);
    printf("\n");
    return 0;
}
