/* smooth.c: damped Jacobi sweeps and the rest. */
#include "../bench.h"
#include "multigrid.h"

void smooth_warm(void)
{
    bench_warm();
}

static void residual(int n, const double *u, const double *f, double *rest)
{
#pragma omp target teams distribute parallel for collapse(2) map(to: u[0:n*n], f[0:n*n]) map(from: rest[0:n*n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int k = i * n + j;
            if (i == 0 || j == 0 || i == n - 1 || j == n - 1)
                rest[k] = 0;
            else
                rest[k] = f[k] - (4 * u[k] - u[k - n] - u[k + n] - u[k - 1] - u[k + 1]);
        }
}

static void damp(int n, const double *rest, double *u)
{
#pragma omp target teams distribute parallel for map(to: rest[0:n*n]) map(tofrom: u[0:n*n])
    for (int k = 0; k < n * n; k++)
        u[k] += 0.2 * rest[k];
}

void smooth_rest(const struct mesh *m)
{
    residual(m->n, m->u, m->f, m->rest);
}

void smooth(const struct mesh *m, int sweeps)
{
    for (int s = 0; s < sweeps; s++) {
        smooth_rest(m);
        damp(m->n, m->rest, m->u);
    }
}
