/* halo.c: the wave equation on a strip. Between the launches the host carries the
 * last inner rows to the ghost rows of the other end, as a program does that sends
 * them to its neighbours, and records a gauge: it reads and writes parts of what the
 * device works on. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { GHOSTS = 8 }; /* rows on either side; good for as many steps */

/* next = 2 now - next + c laplace(now) in the rows [low, high) */
static void advance(int rows, int n, int low, int high, const float *now, float *next)
{
#pragma omp target teams distribute parallel for collapse(2) map(to: now[0:rows*n]) map(tofrom: next[0:rows*n])
    for (int i = low; i < high; i++)
        for (int j = 0; j < n; j++) {
            int k = i * n + j, left = j == 0 ? n - 1 : -1, right = j == n - 1 ? 1 - n : 1;
            next[k] = 2 * now[k] - next[k] + 0.2f * (now[k - n] + now[k + n] + now[k + left] + now[k + right] - 4 * now[k]);
        }
}

/* Makes the strip a ring. */
static void exchange(int rows, int n, float *a)
{
    size_t ghosts = (size_t)GHOSTS * n;
    float *first = a, *first_inner = a + ghosts, *last = a + (size_t)rows * n - ghosts, *last_inner = last - ghosts;
#ifdef TUNED
#pragma omp target update from(first_inner[0:ghosts], last_inner[0:ghosts])
#endif
    memcpy(first, last_inner, ghosts * sizeof *a);
    memcpy(last, first_inner, ghosts * sizeof *a);
#ifdef TUNED
#pragma omp target update to(first[0:ghosts], last[0:ghosts])
#endif
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(1024, 2048, 8192), rounds = bench_pick(3, 8, 20), rows = n / 2 + 2 * GHOSTS;
    float *now = bench_allocate((size_t)rows * n, sizeof *now), *next = bench_allocate((size_t)rows * n, sizeof *next);
    double gauge = 0;
#pragma omp parallel for
    for (int i = 0; i < rows * n; i++)
        now[i] = next[i] = (float)bench_random(i % ((rows - 2 * GHOSTS) * n));
    bench_warm();

    bench_start();
#ifdef TUNED
#pragma omp target data map(tofrom: now[0:rows*n]) map(to: next[0:rows*n])
#endif
    for (int r = 0; r < rounds; r++) {
        exchange(rows, n, now);
        exchange(rows, n, next);
        gauge += now[(size_t)(GHOSTS + 1) * n + r];
        for (int s = 1; s < GHOSTS; s += 2) {
            advance(rows, n, s, rows - s, now, next);
            advance(rows, n, s + 1, rows - s - 1, next, now);
        }
    }
    double sum = bench_sum_float(now, (size_t)rows * n);
    bench_stop("offload");
    bench_result("gauge", gauge);
    bench_result("sum", sum);
    free(now);
    free(next);
    return 0;
}
