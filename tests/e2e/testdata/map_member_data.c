// Struct members mapped by target data, used by regions that map them again.
#include <stdio.h>
#include <stdlib.h>

struct grid {
    int w, h;
    double *cells;
    double *next;
};

int main(void)
{
    struct grid g = {12, 9, NULL, NULL};
    int n = g.w * g.h;
    g.cells = calloc(n, sizeof(double));
    g.next = calloc(n, sizeof(double));
    g.cells[4 * 12 + 5] = 1000;
#pragma omp target data map(to: g.w, g.h) map(tofrom: g.cells[0:n]) map(alloc: g.next[0:n])
    for (int step = 0; step < 3; step++) {
#pragma omp target teams distribute parallel for collapse(2) map(to: g.w, g.h) map(tofrom: g.cells[0:n], g.next[0:n])
        for (int y = 1; y < g.h - 1; y++)
            for (int x = 1; x < g.w - 1; x++)
                g.next[y * g.w + x] = 0.25 * (g.cells[y * g.w + x - 1] + g.cells[y * g.w + x + 1]
                    + g.cells[(y - 1) * g.w + x] + g.cells[(y + 1) * g.w + x]);
#pragma omp target teams distribute parallel for collapse(2) map(to: g.w, g.h) map(tofrom: g.cells[0:n], g.next[0:n])
        for (int y = 1; y < g.h - 1; y++)
            for (int x = 1; x < g.w - 1; x++)
                g.cells[y * g.w + x] = g.next[y * g.w + x];
    }
    for (int y = 0; y < 9; y++) {
        for (int x = 0; x < 12; x++)
            printf("%g ", g.cells[y * 12 + x]);
        printf("\n");
    }
    free(g.cells);
    free(g.next);
    return 0;
}
