/* hierarchy.c: the meshes, and the problem on the finest. */
#include <stdlib.h>

#include "../bench.h"
#include "multigrid.h"

int hierarchy_make(struct mesh *mesh, int finest)
{
    int levels = 0;
    for (int n = finest; n >= 5 && levels < LEVELS; n = (n + 1) / 2, levels++) {
        struct mesh *m = &mesh[levels];
        m->n = n;
        m->u = bench_allocate((size_t)n * n, sizeof *m->u);
        m->f = bench_allocate((size_t)n * n, sizeof *m->f);
        m->rest = bench_allocate((size_t)n * n, sizeof *m->rest);
    }
    double *u = mesh->u, *f = mesh->f;
#pragma omp parallel for
    for (int i = 0; i < finest * finest; i++) {
        u[i] = 0;
        f[i] = bench_random(i) - 0.5;
    }
    return levels;
}

void hierarchy_free(struct mesh *mesh, int levels)
{
    for (int l = 0; l < levels; l++) {
        free(mesh[l].u);
        free(mesh[l].f);
        free(mesh[l].rest);
    }
}
