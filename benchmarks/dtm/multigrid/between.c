/* between.c: from a mesh to the next coarser one and back. */
#include "../bench.h"
#include "multigrid.h"

void between_warm(void)
{
    bench_warm();
}

/* The right side of the coarse mesh is the rest of the fine one; its unknown is 0. */
static void gather(int n, const double *rest, int m, double *f, double *u)
{
#pragma omp target teams distribute parallel for collapse(2) map(to: rest[0:n*n]) map(from: f[0:m*m], u[0:m*m])
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            int k = 2 * i * n + 2 * j;
            double sum = 0;
            if (i > 0 && j > 0 && i < m - 1 && j < m - 1)
                sum = rest[k] + 0.5 * (rest[k - 1] + rest[k + 1] + rest[k - n] + rest[k + n]) +
                      0.25 * (rest[k - n - 1] + rest[k - n + 1] + rest[k + n - 1] + rest[k + n + 1]);
            f[i * m + j] = sum;
            u[i * m + j] = 0;
        }
}

/* Adds the coarse unknown to the fine one, linear in between. */
static void spread(int m, const double *coarse, int n, double *fine)
{
#pragma omp target teams distribute parallel for collapse(2) map(to: coarse[0:m*m]) map(tofrom: fine[0:n*n])
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            int k = i / 2 * m + j / 2, down = i % 2 * m, right = j % 2;
            fine[i * n + j] += 0.25 * (coarse[k] + coarse[k + down] + coarse[k + right] + coarse[k + down + right]);
        }
}

void restrict_to(const struct mesh *fine, const struct mesh *coarse)
{
    gather(fine->n, fine->rest, coarse->n, coarse->f, coarse->u);
}

void prolong_to(const struct mesh *coarse, const struct mesh *fine)
{
    spread(coarse->n, coarse->u, fine->n, fine->u);
}
