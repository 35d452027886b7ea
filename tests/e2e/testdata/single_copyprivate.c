// single with copyprivate, firstprivate and nowait; master has no barrier.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int got[32], seed = 5, one = 0, bad = 0;
#pragma omp target map(from: got) map(tofrom: one, bad)
#pragma omp parallel num_threads(8)
    {
        int v = -1;
        double w[2] = {0, 0};
#pragma omp single copyprivate(v, w) firstprivate(seed)
        {
            seed += omp_get_thread_num() >= 0;
            v = seed * 7;
            w[1] = 0.5;
            one++;
        }
        if (v != 42 || w[1] != 0.5) {
#pragma omp atomic
            bad++;
        }
#pragma omp single nowait
        one += 100;
#pragma omp for
        for (int i = 0; i < 32; i++)
            got[i] = v + i;
    }
    printf("%d %d %d %d\n", one, bad, got[0], got[31]);
    return 0;
}
