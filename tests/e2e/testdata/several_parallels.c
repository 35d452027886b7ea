// Several parallel regions in one team, with team code and different clauses.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int a[64], log[6] = {0};
#pragma omp target map(from: a) map(tofrom: log)
    {
        int phase = 1;
#pragma omp parallel for
        for (int i = 0; i < 64; i++)
            a[i] = i * phase;
        phase++;
        log[0] = a[63];
#pragma omp parallel num_threads(2)
        {
            int nt = omp_get_num_threads();
#pragma omp for
            for (int i = 0; i < 64; i++)
                a[i] += phase * 1000;
#pragma omp master
            log[1] = nt <= 2;
        }
        phase *= 3;
        log[2] = a[0] + phase;
#pragma omp parallel for firstprivate(phase)
        for (int i = 0; i < 64; i++) {
            phase += i >= 0;
            a[i] -= 1;
        }
        log[3] = phase;
#pragma omp parallel if(phase > 100)
        {
#pragma omp single
            log[4] = omp_get_num_threads();
        }
        log[5] = omp_get_num_threads();
    }
    for (int i = 0; i < 6; i++)
        printf("%d ", log[i]);
    printf("%d %d\n", a[0], a[63]);
    return 0;
}
