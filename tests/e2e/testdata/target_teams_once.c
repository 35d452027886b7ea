// target teams: every team runs the code once; a distribute loop is split.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int runs[8] = {0}, done[50] = {0}, nt = 0, bad = 0;
#pragma omp target teams num_teams(8) thread_limit(4) map(tofrom: runs, done, nt, bad)
    {
        int t = omp_get_team_num();
        runs[t]++;
        if (t == 0)
            nt = omp_get_num_teams();
#pragma omp distribute
        for (int i = 0; i < 50; i++)
            done[i] += 1 + (omp_get_team_num() != t);
    }
    int total = 0, once = 0;
    for (int i = 0; i < 8; i++)
        total += runs[i];
    for (int i = 0; i < 50; i++)
        once += done[i] == 1;
    printf("%d %d %d %d\n", total == nt, nt >= 1 && nt <= 8, once, bad);
    return 0;
}
