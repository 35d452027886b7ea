// Functions of another file with pointers to private, team-local and mapped memory.
// FILES: parts/vectors.c
#include <stdio.h>
#include "parts/vectors.h"

int main(void)
{
    int a[16], r[16], t[4] = {0};
    for (int i = 0; i < 16; i++)
        a[i] = i * 5 % 16;
#pragma omp target teams distribute parallel for map(to: a) map(from: r)
    for (int i = 0; i < 16; i++) {
        int own[4] = {i, 2 * i, 3, 4}, x = 1, y = i, grid[2][3] = {{1, 2, 3}, {4, 5, i}};
        r[i] = vec_sum(own, 4) + 10 * vec_sum(a + i, 16 - i);
        vec_swap(&x, &y);
        vec_swap(&x, own + 3);
        r[i] += x * 100 + y + own[3];
        vec_mix(&x, own, &y);
        r[i] += x;
        int *f = vec_find(a, 16, i);
        r[i] += (int)(f - a) * 7;
        r[i] += vec_length(vec_name(i)) + vec_length("text") + vec_name(i)[1];
        int *p = a;
        vec_step(&p, i);
        r[i] += *p;
        struct pair pr = {own, 3};
        r[i] += vec_pair(&pr);
        vec_four(&x, a, a + 1, a + 2);
        r[i] += x + vec_rows(2, 3, grid);
    }
#pragma omp target teams num_teams(4) thread_limit(4) map(from: t)
#pragma omp distribute
    for (int k = 0; k < 4; k++) {
        int team[8];
        for (int j = 0; j < 8; j++)
            team[j] = j * k;
        int sums[4];
#pragma omp parallel for
        for (int j = 0; j < 4; j++)
            sums[j] = vec_sum(team + j, 4);
        t[k] = vec_sum(sums, 4);
        vec_swap(team, sums);
        t[k] += team[0] * 1000;
    }
    for (int i = 0; i < 16; i++)
        printf("%d ", r[i]);
    printf("%d %d %d %d\n", t[0], t[1], t[2], t[3]);
    return 0;
}
