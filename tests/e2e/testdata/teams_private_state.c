// Each team has its own copy of variables declared in teams and of firstprivate
// ones; distribute iterations of a team see what the team wrote.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int out[40], mine = 100, total = 0;
#pragma omp target map(from: out) map(tofrom: total) firstprivate(mine)
#pragma omp teams num_teams(4) firstprivate(mine) reduction(+: total)
    {
        int count = 0;
        mine += omp_get_team_num();
#pragma omp distribute
        for (int i = 0; i < 40; i++) {
            count++;
            out[i] = mine - omp_get_team_num() + (count > 0);
        }
        total += count;
    }
    int good = 0;
    for (int i = 0; i < 40; i++)
        good += out[i] == 101;
    printf("%d %d\n", good, total);
    return 0;
}
