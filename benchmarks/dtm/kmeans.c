/* kmeans.c: Lloyd's algorithm: the device finds the nearest centre of each point, the
 * host reads the choice and moves the centres. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { DIMENSIONS = 16, CENTRES = 12 };

/* Returns how many points chose another centre than before. */
static int choose(int n, const float *point, const float *centre, int *choice)
{
    int changes = 0;
#pragma omp target teams distribute parallel for reduction(+: changes) \
        map(to: point[0:n*DIMENSIONS], centre[0:CENTRES*DIMENSIONS]) map(tofrom: choice[0:n], changes)
    for (int i = 0; i < n; i++) {
        int nearest = 0;
        float least = INFINITY;
        for (int c = 0; c < CENTRES; c++) {
            float distance = 0;
            for (int d = 0; d < DIMENSIONS; d++) {
                float x = point[i * DIMENSIONS + d] - centre[c * DIMENSIONS + d];
                distance += x * x;
            }
            if (distance < least) {
                least = distance;
                nearest = c;
            }
        }
        changes += choice[i] != nearest;
        choice[i] = nearest;
    }
    return changes;
}

/* Moves each centre to the mean of its points. */
static void move(int n, const float *point, const int *choice, float *centre)
{
    double sum[CENTRES * DIMENSIONS] = {0};
    int count[CENTRES] = {0};
#pragma omp parallel for reduction(+: sum, count)
    for (int i = 0; i < n; i++) {
        count[choice[i]]++;
        for (int d = 0; d < DIMENSIONS; d++)
            sum[choice[i] * DIMENSIONS + d] += point[i * DIMENSIONS + d];
    }
    for (int c = 0; c < CENTRES; c++)
        for (int d = 0; d < DIMENSIONS && count[c] > 0; d++)
            centre[c * DIMENSIONS + d] = (float)(sum[c * DIMENSIONS + d] / count[c]);
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(64 << 10, 512 << 10, 8 << 20), rounds = bench_pick(5, 10, 20), changes = 0;
    float *point = bench_allocate((size_t)n * DIMENSIONS, sizeof *point),
          *centre = bench_allocate(CENTRES * DIMENSIONS, sizeof *centre);
    int *choice = bench_allocate(n, sizeof *choice);
    /* Clouds far from each other: all devices choose alike. */
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        for (int d = 0; d < DIMENSIONS; d++) {
            int cloud = i * 7 % CENTRES * (d + 3) % 13;
            point[i * DIMENSIONS + d] = (float)(cloud * 64 + (int)(32 * bench_random((long)i * DIMENSIONS + d)));
        }
        choice[i] = -1;
    }
    memcpy(centre, point, CENTRES * DIMENSIONS * sizeof *centre);
    bench_warm();

    bench_start();
#ifdef TUNED
#pragma omp target data map(to: point[0:n*DIMENSIONS], centre[0:CENTRES*DIMENSIONS], choice[0:n])
#endif
    for (int r = 0; r < rounds; r++) {
        changes += choose(n, point, centre, choice);
#ifdef TUNED
#pragma omp target update from(choice[0:n])
#endif
        move(n, point, choice, centre);
#ifdef TUNED
        if (r < rounds - 1) {
#pragma omp target update to(centre[0:CENTRES*DIMENSIONS])
        }
#endif
    }
    double sum = bench_sum_float(centre, CENTRES * DIMENSIONS) + bench_sum_int(choice, n);
    bench_stop("offload");
    bench_result("changes", changes);
    bench_result("sum", sum);
    free(point);
    free(centre);
    free(choice);
    return 0;
}
