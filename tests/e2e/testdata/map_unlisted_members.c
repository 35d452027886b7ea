// Members of a structure that a region uses beside those that its clauses map.
#include <stdio.h>
#include <stdlib.h>

struct part {
    short kind;
    int weight[3];
};

struct data {
    int first;
    double *a;
    unsigned low : 5, high : 9;
    struct part part;
    struct {
        long step;
        float scale;
    };
    int *b;
    int n;
    int total[4];
};

#pragma omp declare target
static int sum(struct part p) { return p.kind + p.weight[0] + p.weight[2]; }
#pragma omp end declare target

int main(void)
{
    struct data d = {.first = 3, .low = 7, .high = 100, .part = {5, {1, 2, 3}}, .step = 2, .scale = 1.5f, .n = 20, .total = {1, 1, 1, 1}};
    d.a = malloc(20 * sizeof(double));
    d.b = malloc(20 * sizeof(int));
    for (int i = 0; i < 20; i++)
        d.a[i] = d.b[i] = i;
    // In front of the mapped members, between them and behind them.
#pragma omp target teams distribute parallel for map(tofrom: d.a[0:20]) map(to: d.b[0:20])
    for (int i = 0; i < d.n; i++)
        d.a[i] += d.b[i] * d.step * d.scale + d.first + d.low + d.high + d.part.weight[i % 3];
    // Written ones come back, a structure in the structure as a whole.
#pragma omp target map(to: d.a[0:20], d.part.weight)
    {
        for (int i = 0; i < d.n; i++)
            d.total[i % 4] += (int)d.a[i] + sum(d.part);
        d.high++;
        d.part.kind = 9;
    }
    // Storage that is there already is as it is.
#pragma omp target data map(to: d)
    {
        d.n = 0;
#pragma omp target map(to: d.a[0:20]) map(always, from: d.total)
        d.total[0] += d.n;
        d.n = 20;
    }
    // Where the program maps other members itself, the region has those.
#pragma omp target data map(tofrom: d.a[0:20]) map(to: d.b[0:20])
#pragma omp target map(tofrom: d.a[0:20])
    d.a[1] += d.b[1] == 1 ? d.b[1] : d.n;
    for (int i = 0; i < 20; i++)
        printf("%g ", d.a[i]);
    printf("%d %d %d %d %d %d\n", d.high, d.part.kind, d.total[0] > 20, d.total[1], d.total[2], d.total[3]);
    free(d.a);
    free(d.b);
    return 0;
}
