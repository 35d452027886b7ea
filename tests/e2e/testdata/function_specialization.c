// A function called with every combination of memory for two pointer parameters,
// through a second function, and with null.
#include <stdio.h>

#pragma omp declare target
static const int table[4] = {1000, 2000, 3000, 4000};

static int combine(const int *a, const int *b)
{
    return (a ? a[0] : -1) * 2 + (b ? b[1] : -5);
}

static int outer(const int *x, int own)
{
    int here[2] = {own, own + 1};
    return combine(x, here) + combine(here, x) + combine(here, table) + combine(0, x) + combine(x, 0);
}
#pragma omp end declare target

int main(void)
{
    int g[4] = {1, 2, 3, 4}, out[6];
#pragma omp target map(to: g) map(from: out)
    {
        int team[2] = {10, 20};
#pragma omp parallel for
        for (int i = 0; i < 6; i++) {
            int own[2] = {100 + i, 200 + i};
            switch (i) {
            case 0: out[i] = combine(g, g + 2); break;
            case 1: out[i] = combine(own, team) + combine(team, own); break;
            case 2: out[i] = combine(g, own) + combine(team, g); break;
            case 3: out[i] = combine(0, 0) + combine(table, g) + combine(own, table + 1); break;
            case 4: out[i] = outer(team, i) + outer(own, i); break;
            default: out[i] = outer(g + 1, i) + outer(table, i);
            }
        }
    }
    for (int i = 0; i < 6; i++)
        printf("%d ", out[i]);
    printf("\n");
    return 0;
}
