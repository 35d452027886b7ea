// Levels of nested parallel regions, and ancestors in them.
#include <omp.h>
#include <stdio.h>
#pragma omp declare target
int where(int l) { return 100 * omp_get_ancestor_thread_num(l) + 10 * omp_get_team_size(l) + omp_get_active_level(); }
#pragma omp end declare target
int main(void)
{
    int r[4][5], t[4];
#pragma omp target map(from: r, t)
    {
    for (int i = 0; i < 4; i++) t[i] = where(0);
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
        r[me][0] = where(0); r[me][1] = where(1);
#pragma omp parallel num_threads(1)
        { r[me][2] = where(1); r[me][3] = where(2) + 1000 * omp_in_parallel() + 10000 * omp_get_level(); r[me][4] = where(3); }
    }
    }
    for (int i = 0; i < 4; i++) printf("%d: %d %d %d %d %d\n", t[i], r[i][0], r[i][1], r[i][2], r[i][3], r[i][4]);
    return 0;
}
