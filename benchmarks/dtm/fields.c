/* fields.c: arrays that are reached through a structure of pointers: shallow water in
 * one dimension. */
#include <stdlib.h>

#include "bench.h"

struct water {
    int n;
    double *height, *speed;
    double *flow, *push;
};

static void flows(struct water *w)
{
    int n = w->n;
#pragma omp target teams distribute parallel for \
        map(to: w->height[0:n], w->speed[0:n]) map(from: w->flow[0:n], w->push[0:n])
    for (int i = 0; i < n; i++) {
        int k = i == n - 1 ? 0 : i + 1;
        double h = 0.5 * (w->height[i] + w->height[k]), u = 0.5 * (w->speed[i] + w->speed[k]);
        w->flow[i] = h * u;
        w->push[i] = 0.5 * u * u + 9.81 * h;
    }
}

static void advance(struct water *w, double step)
{
    int n = w->n;
#pragma omp target teams distribute parallel for \
        map(to: w->flow[0:n], w->push[0:n]) map(tofrom: w->height[0:n], w->speed[0:n])
    for (int i = 0; i < n; i++) {
        int k = i == 0 ? n - 1 : i - 1;
        w->height[i] -= step * (w->flow[i] - w->flow[k]);
        w->speed[i] -= step * (w->push[i] - w->push[k]);
    }
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(128 << 10, 1 << 20, 8 << 20), steps = bench_pick(5, 20, 50);
    struct water *w = bench_allocate(1, sizeof *w);
    w->n = n;
    w->height = bench_allocate(n, sizeof(double));
    w->speed = bench_allocate(n, sizeof(double));
    w->flow = bench_allocate(n, sizeof(double));
    w->push = bench_allocate(n, sizeof(double));
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        w->height[i] = 10 + 0.1 * bench_random(i / 64);
        w->speed[i] = 0;
    }
    bench_warm();

    bench_start();
#ifdef TUNED
#pragma omp target data map(tofrom: w->height[0:n]) map(to: w->speed[0:n]) map(alloc: w->flow[0:n], w->push[0:n])
#endif
    for (int s = 0; s < steps; s++) {
        flows(w);
        advance(w, 1e-3);
    }
    double sum = bench_sum_double(w->height, n);
    bench_stop("offload");
    bench_result("sum", sum);
    free(w->height);
    free(w->speed);
    free(w->flow);
    free(w->push);
    free(w);
    return 0;
}
