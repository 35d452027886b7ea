// Loops of teams without parallel regions, whose iterations any work-items may share, and
// those that must stay with one thread for each team: iterations that depend on each other
// in one team or one chunk, and state that a team's copies keep.
#include <omp.h>
#include <stdio.h>

enum { N = 700, M = 6 };

#pragma omp declare target
static double weigh(const int *x, int n)
{
    double part[4] = {0};
    for (int i = 0; i < n; i++)
        part[i % 4] += x[i];
    return part[0] - part[1] + 2 * part[2] + part[3];
}
#pragma omp end declare target

static void show(const char *what, const int *x, int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += (long)x[i] * (i % 101 + 1);
    printf("%s %ld %d\n", what, sum, x[n - 1]);
}

int main(void)
{
    int a[N], b[N * M], last = 0, most = -1, odd = 0, total = 0, first = 1, starts = 0;
    double s = 0, w[N];
#pragma omp target data map(from: a, b, w)
    {
#pragma omp target teams distribute
        for (int i = 0; i < N; i++) {
            int x = 1;
            for (int j = 0; j < i % 37; j++)
                x = x * 3 % 1009;
            a[i] = x;
        }
#pragma omp target teams distribute simd collapse(2) lastprivate(last) map(tofrom: last)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) {
                last = i * M + j;
                b[last] = last ^ a[i];
            }
#pragma omp target map(tofrom: s, most, odd)
#pragma omp teams reduction(+: s) reduction(max: most) num_teams(5) thread_limit(16)
#pragma omp distribute
        for (int i = N - 1; i >= 0; i--) {
            w[i] = weigh(b + i * M, M);
            s += w[i];
            most = b[i] > most ? b[i] : most;
            if (a[i] % 2)
#pragma omp atomic
                odd++;
        }
#pragma omp target teams distribute map(tofrom: total)
        for (int i = 0; i < 40; i++)
#pragma omp critical
            total += a[i];
    }
    show("a", a, N);
    show("b", b, N * M);
    printf("%d %.1f %d %d %d\n", last, s, most, odd, total);

    int chain[N] = {1}, chunks[N] = {0}, teams = 0;
#pragma omp target teams distribute num_teams(1) map(tofrom: chain)
    for (int i = 1; i < N; i++)
        chain[i] = chain[i - 1] * 5 % 8191;
#pragma omp target teams distribute dist_schedule(static, 10) map(tofrom: chunks)
    for (int i = 0; i < N; i++)
        chunks[i] = i % 10 ? chunks[i - 1] + i : 1;
#pragma omp target teams distribute num_teams(3) firstprivate(first) map(tofrom: starts)
    for (int i = 0; i < N; i++) {
        if (first)
#pragma omp atomic
            starts++;
        first = 0;
    }
#pragma omp target teams distribute map(tofrom: teams)
    for (int i = 0; i < N; i++)
        if (omp_get_team_num() >= omp_get_num_teams() || omp_get_thread_num() != 0 || omp_get_num_threads() != 1)
#pragma omp atomic
            teams++;
    show("chain", chain, N);
    show("chunks", chunks, N);
    printf("%d %d\n", starts >= 1 && starts <= 3, teams);
    return 0;
}
