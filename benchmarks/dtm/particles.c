/* particles.c: particles among a few heavy bodies, leapfrog steps, the energy now and
 * then. Components lie in arrays of their own. */
#include <math.h>
#include <stdlib.h>

#include "bench.h"

enum { BODIES = 16 };

static const float step = 1e-3f;

static void kick(int n, const float *body, const float *x, const float *y, const float *z, float *u, float *v, float *w)
{
#pragma omp target teams distribute parallel for \
        map(to: body[0:4*BODIES], x[0:n], y[0:n], z[0:n]) map(tofrom: u[0:n], v[0:n], w[0:n])
    for (int i = 0; i < n; i++)
        for (int b = 0; b < BODIES; b++) {
            float dx = body[4 * b] - x[i], dy = body[4 * b + 1] - y[i], dz = body[4 * b + 2] - z[i];
            float square = dx * dx + dy * dy + dz * dz + 0.01f;
            float pull = step * body[4 * b + 3] / (square * sqrtf(square));
            u[i] += pull * dx;
            v[i] += pull * dy;
            w[i] += pull * dz;
        }
}

static void drift(int n, const float *u, const float *v, const float *w, float *x, float *y, float *z)
{
#pragma omp target teams distribute parallel for \
        map(to: u[0:n], v[0:n], w[0:n]) map(tofrom: x[0:n], y[0:n], z[0:n])
    for (int i = 0; i < n; i++) {
        x[i] += step * u[i];
        y[i] += step * v[i];
        z[i] += step * w[i];
    }
}

static double energy(int n, const float *u, const float *v, const float *w)
{
    double sum = 0;
#pragma omp target teams distribute parallel for reduction(+: sum) map(to: u[0:n], v[0:n], w[0:n]) map(tofrom: sum)
    for (int i = 0; i < n; i++)
        sum += 0.5 * (u[i] * u[i] + v[i] * v[i] + w[i] * w[i]);
    return sum;
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(64 << 10, 256 << 10, 8 << 20), steps = bench_pick(5, 10, 50);
    float *part[6], *body = bench_allocate(4 * BODIES, sizeof *body);
    for (int c = 0; c < 6; c++) {
        part[c] = bench_allocate(n, sizeof *part[c]);
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            part[c][i] = (float)bench_random((unsigned long long)c * n + i) - 0.5f;
    }
    for (int b = 0; b < 4 * BODIES; b++)
        body[b] = 0.5f + (float)bench_random(b);
    float *x = part[0], *y = part[1], *z = part[2], *u = part[3], *v = part[4], *w = part[5];
    bench_warm();

    bench_start();
    double total = 0;
#ifdef TUNED
#pragma omp target data map(to: body[0:4*BODIES], u[0:n], v[0:n], w[0:n]) map(tofrom: x[0:n], y[0:n], z[0:n])
#endif
    for (int s = 0; s < steps; s++) {
        kick(n, body, x, y, z, u, v, w);
        drift(n, u, v, w, x, y, z);
        if (s % 5 == 4)
            total += energy(n, u, v, w);
    }
    double sum = bench_sum_float(x, n) + bench_sum_float(y, n) + bench_sum_float(z, n);
    bench_stop("offload");
    bench_result("energy", total);
    bench_result("sum", sum);
    for (int c = 0; c < 6; c++)
        free(part[c]);
    free(body);
    return 0;
}
