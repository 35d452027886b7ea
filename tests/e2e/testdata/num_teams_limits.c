// num_teams, thread_limit and num_threads bound what the functions report.
#include <omp.h>
#include <stdio.h>

struct limits {
    int teams, threads[2];
};

static int half(int n) { return n / 2; }

int main(void)
{
    struct limits of = {5, {4, 6}}, *at = &of;
    int teams[7] = {0}, bad = 0, want = 3, lim = 5;
#pragma omp target map(tofrom: teams, bad)
#pragma omp teams num_teams(want * 2) thread_limit(lim)
    {
        if (omp_get_num_teams() > 6 || omp_get_num_teams() < 1)
            teams[6]++;
        teams[omp_get_team_num()] += 1;
#pragma omp parallel num_threads(100)
        {
            if (omp_get_num_threads() > 5 || omp_get_thread_num() >= omp_get_num_threads()) {
#pragma omp atomic
                bad++;
            }
            if (omp_get_num_threads() > omp_get_thread_limit()) {
#pragma omp atomic
                bad++;
            }
        }
    }
    printf("%d %d %d\n", teams[0], teams[6], bad);
    int n = 1000, count = 0, over = 0;
#pragma omp target teams distribute parallel for num_teams(2) thread_limit(4) num_threads(3) reduction(+: count) map(tofrom: over)
    for (int i = 0; i < n; i++) {
        count++;
        if (omp_get_num_threads() > 3 || omp_get_team_num() > 1) {
#pragma omp atomic write
            over = 1;
        }
    }
    printf("%d %d\n", count, over);
#pragma omp target map(tofrom: over)
    {
        over = omp_get_num_teams() * 1000 + omp_get_team_num() * 100 + omp_get_num_threads() * 10 + omp_get_thread_num();
    }
    printf("%d\n", over);
    over = 0;
#pragma omp target teams distribute parallel for num_teams(at->teams) thread_limit(of.threads[1]) map(tofrom: over) // what only the host looks at
    for (int i = 0; i < n; i++) {
        if (omp_get_num_teams() > 5 || omp_get_num_threads() > 6) {
#pragma omp atomic write
            over = 1;
        }
    }
#pragma omp target map(tofrom: over)
#pragma omp teams num_teams(half(at->threads[0])) thread_limit((int)(want * 2.5))
#pragma omp parallel
    if (omp_get_num_teams() > 2 || omp_get_num_threads() > 7) {
#pragma omp atomic write
        over = 2;
    }
    printf("%d\n", over);
    return 0;
}
