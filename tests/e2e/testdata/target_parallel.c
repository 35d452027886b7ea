// target parallel: threads of one team, partition by thread number.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int n = 103, a[103], nt = 0, teams = 0, over = 0;
#pragma omp target parallel num_threads(6) map(from: a) map(tofrom: nt, teams) map(tofrom: over)
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads();
        for (int i = me; i < n; i += all)
            a[i] = i * i;
        if (me >= all) {
#pragma omp atomic
            over++;
        }
#pragma omp master
        {
            nt = all;
            teams = omp_get_num_teams();
        }
    }
    long s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    printf("%ld %d %d %d\n", s, nt >= 1 && nt <= 6, teams, over);
    return 0;
}
