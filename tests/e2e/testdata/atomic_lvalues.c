// atomic on array elements, struct members, through pointers and in functions.
#include <stdio.h>
#include <stdlib.h>

struct bin { int n; double w; };

#pragma omp declare target
int hits;
static void count(struct bin *b, double w)
{
#pragma omp atomic
    b->n++;
#pragma omp atomic update
    b->w += w;
#pragma omp atomic
    hits += 1;
}
#pragma omp end declare target

int main(void)
{
    struct bin *bins = calloc(7, sizeof *bins);
    unsigned hist[5] = {0};
    unsigned *h = hist + 2;
#pragma omp target teams distribute parallel for map(tofrom: bins[0:7], hist)
    for (int i = 0; i < 700; i++) {
        count(&bins[i % 7], 0.5);
#pragma omp atomic
        hist[i % 5]++;
#pragma omp atomic
        bins[(i + 1) % 7].n += 2;
    }
#pragma omp target map(tofrom: hist)
    {
#pragma omp atomic
        *h += 1000;
#pragma omp atomic
        h[-1] |= 1u << 31;
    }
#pragma omp target update from(hits)
    for (int i = 0; i < 7; i++)
        printf("%d %g\n", bins[i].n, bins[i].w);
    for (int i = 0; i < 5; i++)
        printf("%u ", hist[i]);
    printf("%d\n", hits);
    free(bins);
    return 0;
}
