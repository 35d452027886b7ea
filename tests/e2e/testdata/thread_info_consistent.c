// Every (team, thread) pair is unique; the numbers are in range.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    static int seen[64][256];
    int bad = 0;
#pragma omp target teams num_teams(6) thread_limit(20) map(tofrom: seen, bad)
#pragma omp parallel
    {
        int t = omp_get_team_num(), i = omp_get_thread_num();
        if (t < 0 || t >= omp_get_num_teams() || i < 0 || i >= omp_get_num_threads()) {
#pragma omp atomic
            bad++;
        } else {
            seen[t][i]++;
        }
    }
    int twice = 0, any = 0, gaps = 0;
    for (int t = 0; t < 64; t++)
        for (int i = 0; i < 256; i++) {
            twice += seen[t][i] > 1;
            any |= seen[t][i];
            gaps += i > 0 && seen[t][i] && !seen[t][i - 1];
        }
    printf("%d %d %d %d\n", bad, twice, any, gaps);
    return 0;
}
