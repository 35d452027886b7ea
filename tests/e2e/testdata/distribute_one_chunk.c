// Fewer iterations than a chunk has: the loop over a team's chunks has one turn, as long as there are teams.
#include <stdio.h>

int main(void)
{
    unsigned most = 2, sum = 1;
    static unsigned done[10], also[10];
#pragma omp target teams map(tofrom: most, done) reduction(max: most)
#pragma omp distribute parallel for num_threads(3) reduction(max: most) dist_schedule(static, 64)
    for (int i = 0; i < 10; i += 5) {
        done[i] = i + 1;
        if (most < done[i])
            most = done[i];
    }
#pragma omp target teams num_teams(2) map(tofrom: sum, also) reduction(+: sum)
#pragma omp distribute parallel for reduction(+: sum) dist_schedule(static, 64) schedule(guided, 3)
    for (int i = 0; i < 10; i += 5) {
        if (i == 7)
            continue;
        for (int j = 0; j < 3; j++)
            also[i] += i + j;
        sum += also[i];
    }
    printf("%u %u %u, %u %u %u\n", most, done[0], done[5], sum, also[0], also[5]);
    return 0;
}
