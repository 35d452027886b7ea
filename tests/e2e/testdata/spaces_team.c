// Team variables that threads reach through the same pointers as mapped memory.
#include <stdio.h>

#pragma omp declare target
static void fill(int *p, int n, int v)
{
    for (int i = 0; i < n; i++)
        p[i] = v + i;
}
static int total(const int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}
#pragma omp end declare target

int main(void)
{
    int a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, r[4][8], n = 8;
#pragma omp target teams num_teams(4) thread_limit(8) map(to: a) map(from: r)
#pragma omp distribute
    for (int t = 0; t < 4; t++) {
        int team[8], other[8];
        fill(team, 8, 10 * t);
        fill(other, 8, 100 * t);
        int *src = t % 2 ? team : a;
        int *list[2] = {other, src};
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            int own[8];
            fill(own, 8, i);
            const int *p = i < 3 ? own : i < 6 ? team : a;
            r[t][i] = src[i] + list[0][i] + total(p, 8) + total(list[i % 2], 3);
        }
    }
    for (int t = 0; t < 4; t++)
        for (int i = 0; i < 8; i++)
            printf("%d ", r[t][i]);
    printf("\n");
    return 0;
}
