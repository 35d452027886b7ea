/* multigrid.c: V-cycles for the Poisson equation: loops in three files, five calls
 * below main and deeper with each level, over meshes of many sizes. Tuned, main keeps
 * all meshes on the device, which the files with the loops do not know. */
#include <stdlib.h>

#include "../bench.h"
#include "multigrid.h"

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    struct mesh mesh[LEVELS];
    int levels = hierarchy_make(mesh, bench_pick(257, 1025, 4097)), cycles = bench_pick(2, 4, 10), n = mesh[0].n;
    smooth_warm();
    between_warm();
    norm_warm();

    bench_start();
#ifdef TUNED
    for (int l = 0; l < levels; l++) {
        double *u = mesh[l].u, *f = mesh[l].f, *rest = mesh[l].rest;
        int m = mesh[l].n * mesh[l].n;
        if (l == 0) {
#pragma omp target enter data map(to: u[0:m], f[0:m]) map(alloc: rest[0:m])
        } else {
#pragma omp target enter data map(alloc: u[0:m], f[0:m], rest[0:m])
        }
    }
#endif
    double left = 0;
    for (int c = 0; c < cycles; c++) {
        cycle(mesh, 0, levels);
        smooth_rest(&mesh[0]);
        left = norm(n * n, mesh[0].rest);
    }
#ifdef TUNED
    for (int l = 0; l < levels; l++) {
        double *u = mesh[l].u, *f = mesh[l].f, *rest = mesh[l].rest;
        int m = mesh[l].n * mesh[l].n;
        if (l == 0) {
#pragma omp target exit data map(from: u[0:m]) map(release: f[0:m], rest[0:m])
        } else {
#pragma omp target exit data map(release: u[0:m], f[0:m], rest[0:m])
        }
    }
#endif
    double sum = bench_sum_double(mesh[0].u, (size_t)n * n);
    bench_stop("offload");
    bench_result("left", left);
    bench_result("sum", sum);
    hierarchy_free(mesh, levels);
    return 0;
}
