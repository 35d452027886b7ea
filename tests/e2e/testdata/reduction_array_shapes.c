// Array reductions with teams and threads in odd numbers, and more of them than iterations or elements.
#include <stdio.h>

static void arrays(int teams, int threads, int n)
{
    double sums[40] = {1};
    unsigned char counts[3] = {1, 2, 3};
    long least[2][3] = {{9, 9, 9}, {9, 9, 9}};
#pragma omp target teams distribute parallel for num_teams(teams) thread_limit(threads) map(tofrom: sums, counts, least) \
    reduction(+: sums, counts) reduction(min: least)
    for (int i = 0; i < n; i++) {
        sums[i % 40] += i;
        counts[i % 3]++;
        least[i % 2][i % 3] = -i < least[i % 2][i % 3] ? -i : least[i % 2][i % 3];
    }
    printf("%d %d %d:", teams, threads, n);
    for (int i = 0; i < 40; i++)
        printf(" %.0f", sums[i]);
    for (int i = 0; i < 3; i++)
        printf(" %d %ld %ld", counts[i], least[0][i], least[1][i]);
    printf("\n");
}

int main(void)
{
    arrays(5, 3, 1000);
    arrays(20, 129, 700);
    arrays(7, 129, 10);
    arrays(4, 3, 0);
    return 0;
}
