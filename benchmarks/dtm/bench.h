/* bench.h: what the programs of bench-dtm share.
 *
 * Every program is one source in two versions. Un-tuned it has a combined construct
 * before each loop and nothing else; with TUNED defined it has an expert's data
 * environments around them. The loops are the same text.
 *
 * usage: PROGRAM quick | pocl | gpu
 *   quick   a fraction of a second on any device
 *   pocl    for a CPU of a few cores behind OpenCL
 *   gpu     for a large GPU
 *
 * A program writes lines "time NAME SECONDS" and "result NAME VALUE
 * TOLERANCE". */
#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>

/* Reads the size from the command line; ends the program when there is none. */
void bench_begin(int argc, char **argv);

/* The one of three numbers that belongs to the size of this run. */
int bench_pick(int quick, int pocl, int gpu);

/* malloc that ends the program when there is no memory. */
void *bench_allocate(size_t count, size_t size);

/* The time between them, wall clock, is written as "time NAME SECONDS". */
void bench_start(void);
void bench_stop(const char *name);

/* Writes a value that all versions of a program must agree on, but for a part of
 * 1e-5 or the given one. */
void bench_result(const char *name, double value);
void bench_result_within(const char *name, double value, double tolerance);

/* Sums of all elements, each with a weight that depends on its place, computed by all
 * threads of the host. */
double bench_sum_float(const float *v, size_t n);
double bench_sum_double(const double *v, size_t n);
double bench_sum_int(const int *v, size_t n);

/* A number in [0, 1) that depends on i only. */
static inline double bench_random(unsigned long long i)
{
    i = (i + 1) * 0x9e3779b97f4a7c15ull;
    i = (i ^ (i >> 30)) * 0xbf58476d1ce4e5b9ull;
    i = (i ^ (i >> 27)) * 0x94d049bb133111ebull;
    return (double)((i ^ (i >> 31)) >> 11) * 0x1p-53;
}

/* Opens the device and has the kernels of this file built, which is no part of any
 * time that a program tells. */
static inline void bench_warm(void)
{
    int nothing = 0;
#pragma omp target firstprivate(nothing)
    nothing++;
    (void)nothing;
}

#endif
