/* bfs.c: breadth-first search level by level. A node that has no level yet looks for
 * a neighbour on the front; a second loop makes the nodes that found one the front. */
#include <stdlib.h>

#include "bench.h"

enum { DEGREE = 6 };

/* Returns how many nodes got the level. */
static int look(int n, int depth, const int *first, const int *neighbour, const char *front, char *next, int *level)
{
    int found = 0, edges = n * DEGREE;
#pragma omp target teams distribute parallel for reduction(+: found) \
        map(to: first[0:n+1], neighbour[0:edges], front[0:n]) map(from: next[0:n]) map(tofrom: level[0:n], found)
    for (int v = 0; v < n; v++) {
        next[v] = 0;
        if (level[v] < 0)
            for (int e = first[v]; e < first[v + 1]; e++)
                if (front[neighbour[e]]) {
                    next[v] = 1;
                    level[v] = depth;
                    found++;
                    break;
                }
    }
    return found;
}

static void advance(int n, const char *next, char *front)
{
#pragma omp target teams distribute parallel for map(to: next[0:n]) map(from: front[0:n])
    for (int v = 0; v < n; v++)
        front[v] = next[v];
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(128 << 10, 1 << 20, 16 << 20), edges = n * DEGREE, depth = 0, found;
    int *first = bench_allocate((size_t)n + 1, sizeof *first), *neighbour = bench_allocate(edges, sizeof *neighbour),
        *level = bench_allocate(n, sizeof *level);
    char *front = bench_allocate(n, 1), *next = bench_allocate(n, 1);
    for (int v = 0; v <= n; v++)
        first[v] = v * DEGREE;
    /* Nodes nearby, now and then one anywhere: a search of some 20 levels. */
#pragma omp parallel for
    for (int e = 0; e < edges; e++)
        neighbour[e] = e % DEGREE == 0 ? (int)(bench_random(e) * n) : (int)((e / DEGREE + (long)(bench_random(e) * 256) - 128 + n) % n);
    for (int v = 0; v < n; v++) {
        level[v] = v == 0 ? 0 : -1;
        front[v] = v == 0;
    }
    bench_warm();

    bench_start();
#ifdef TUNED
#pragma omp target data map(to: first[0:n+1], neighbour[0:edges], front[0:n]) map(tofrom: level[0:n]) map(alloc: next[0:n])
#endif
    do {
        found = look(n, ++depth, first, neighbour, front, next, level);
        advance(n, next, front);
    } while (found > 0);
    double sum = bench_sum_int(level, n);
    bench_stop("offload");
    bench_result("levels", depth);
    bench_result("sum", sum);
    free(first);
    free(neighbour);
    free(level);
    free(front);
    free(next);
    return 0;
}
