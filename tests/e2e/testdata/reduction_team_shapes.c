// Reductions of the threads of teams that are smaller than their groups, in loops, of several constructs, in functions,
// and of teams whose copies parallel regions share or do not share.
#include <stdio.h>

#pragma omp declare target
static int weight(int i) { return i % 5; }

static void orphaned(const int *a, int n, long *total, int *most)
{
#pragma omp for reduction(+: total[0:3])
    for (int i = 0; i < n; i++)
        total[i % 3] += a[i];
#pragma omp for reduction(max: most[0:1])
    for (int i = 0; i < n; i++)
        most[0] = most[0] < a[i] ? a[i] : most[0];
}
#pragma omp end declare target

int main(void)
{
    enum { N = 300 };
    int a[N], most = -1, rounds = 0;
    long total[3] = {1, 2, 3}, sum = 0, squares = 0, alone = 0, table[20] = {0}, own[20] = {0};
    for (int i = 0; i < N; i++)
        a[i] = (i * 37) % 101;
    for (int threads = 1; threads < 40; threads += 19) {
#pragma omp target map(to: a) map(tofrom: total, most, sum, squares, table)
        {
#pragma omp parallel num_threads(threads)
            orphaned(a, N, total, &most);
            for (int round = 0; round < 2; round++) {
#pragma omp parallel for num_threads(threads) reduction(+: sum, squares) reduction(+: table)
                for (int i = 0; i < N; i++) {
                    sum += a[i];
                    squares += a[i] * a[i];
                    table[a[i] % 20] += weight(i);
                }
            }
        }
        rounds++;
    }
#pragma omp target teams num_teams(9) map(tofrom: alone, table, own) reduction(+: alone, table, own)
    {
#pragma omp distribute
        for (int t = 0; t < 30; t++) {
            own[t % 20] += t;
            alone += t;
#pragma omp parallel for reduction(+: table)
            for (int i = 0; i < 10; i++)
                table[(t + i) % 20] += i;
        }
    }
    printf("%d: %ld %ld %ld %d %ld %ld %ld\n", rounds, total[0], total[1], total[2], most, sum, squares, alone);
    for (int i = 0; i < 20; i++)
        printf(" %ld %ld", table[i], own[i]);
    printf("\n");
    return 0;
}
