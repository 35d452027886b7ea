/* regions.c: what a target region costs beyond OpenCL's own launch and finish. One
 * loop on one device, launched by bare OpenCL calls and as a region that omp2cl
 * translated, in turns; medians over many rounds, of the differences within a round
 * too, so that what else the machine does matters little.
 *
 * usage: regions [rounds [device]]
 * Writes lines "name value": times in microseconds, and the device's name. */
#define _POSIX_C_SOURCE 199309L
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "overhead.h"

enum { BATCH = 20, ROW = 200 };

static float a[N], b[N];
static double measured; /* of the last batch, microseconds for one launch */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

static void batch_of_regions(void)
{
    double start = now();
    for (int i = 0; i < BATCH; i++)
        region(N, a, b);
    measured = (now() - start) / BATCH;
}

static void batch_of_bare_launches(void)
{
    double start = now();
    for (int i = 0; i < BATCH; i++)
        bare_launch(N);
    measured = (now() - start) / BATCH;
}

static void row_of_regions_present(void)
{
    double start = now();
    row_of_regions(N, a, b, ROW);
    measured = (now() - start) / ROW;
}

static void row_of_bare_launches(void)
{
    double start = now();
    bare_row(N, ROW);
    measured = (now() - start) / ROW;
}

/* Ends the program when the loop did not do its work. */
static void check(const char *side)
{
    for (int i = 0; i < N; i++) {
        if (a[i] != i + 1) {
            fprintf(stderr, "regions: %s: a[%d] is %g, not %d\n", side, i, a[i], i + 1);
            exit(1);
        }
        a[i] = 0;
    }
}

static int by_value(const void *x, const void *y)
{
    double d = *(const double *)x - *(const double *)y;
    return (d > 0) - (d < 0);
}

static double median(double *v, int n)
{
    qsort(v, n, sizeof *v, by_value);
    return v[n / 2];
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 500, device = argc > 2 ? atoi(argv[2]) : 0;
    if (rounds < 1 || device < 0) {
        fprintf(stderr, "usage: regions [rounds [device]]\n");
        return 2;
    }
    double *bare = calloc(rounds, sizeof *bare), *kept = calloc(rounds, sizeof *kept),
           *mapped = calloc(rounds, sizeof *mapped), *extra = calloc(rounds, sizeof *extra),
           *mapping = calloc(rounds, sizeof *mapping), *bare_rows = calloc(rounds, sizeof *bare_rows),
           *rows = calloc(rounds, sizeof *rows), *queueing = calloc(rounds, sizeof *queueing);
    if (!bare || !kept || !mapped || !extra || !mapping || !bare_rows || !rows || !queueing)
        return 1;
    for (int i = 0; i < N; i++)
        b[i] = i;
    omp_set_default_device(device);
    region(N, a, b); /* first: signal handlers of a driver that the program itself loads count as the program's */
    check("region");
    bare_open(device, NULL);
    bare_copy_in(N, b);
    bare_launch(N);
    bare_copy_out(N, a);
    check("bare OpenCL");
    for (int r = 0; r < rounds; r++) {
        batch_of_bare_launches();
        bare[r] = measured;
        present(N, a, b, batch_of_regions);
        kept[r] = measured;
        batch_of_regions();
        mapped[r] = measured;
        row_of_bare_launches();
        bare_rows[r] = measured;
        present(N, a, b, row_of_regions_present);
        rows[r] = measured;
        extra[r] = kept[r] - bare[r];
        mapping[r] = mapped[r] - bare[r];
        queueing[r] = rows[r] - bare_rows[r];
    }
    check("region");
    printf("device %s\n", bare_device());
    printf("bare %.2f\n", median(bare, rounds));
    printf("present %.2f\n", median(kept, rounds));
    printf("mapped %.2f\n", median(mapped, rounds));
    printf("bare_row %.2f\n", median(bare_rows, rounds));
    printf("row %.2f\n", median(rows, rounds));
    printf("row_over %.2f\n", median(queueing, rounds));
    printf("present_over %.2f\n", median(extra, rounds));
    printf("mapped_over %.2f\n", median(mapping, rounds));
    return 0;
}
