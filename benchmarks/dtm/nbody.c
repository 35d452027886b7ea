/* nbody.c: gravity between all pairs of bodies; positions and masses lie in fours. */
#include <math.h>
#include <stdlib.h>

#include "bench.h"

static void pull(int n, const float *body, float *speed)
{
#pragma omp target teams distribute parallel for map(to: body[0:4*n]) map(tofrom: speed[0:3*n])
    for (int i = 0; i < n; i++) {
        float x = 0, y = 0, z = 0;
        for (int k = 0; k < n; k++) {
            float dx = body[4 * k] - body[4 * i], dy = body[4 * k + 1] - body[4 * i + 1], dz = body[4 * k + 2] - body[4 * i + 2];
            float square = dx * dx + dy * dy + dz * dz + 1e-3f;
            float weight = body[4 * k + 3] / (square * sqrtf(square));
            x += weight * dx;
            y += weight * dy;
            z += weight * dz;
        }
        speed[3 * i] += 1e-3f * x;
        speed[3 * i + 1] += 1e-3f * y;
        speed[3 * i + 2] += 1e-3f * z;
    }
}

static void drift(int n, const float *speed, float *body)
{
#pragma omp target teams distribute parallel for map(to: speed[0:3*n]) map(tofrom: body[0:4*n])
    for (int i = 0; i < n; i++)
        for (int c = 0; c < 3; c++)
            body[4 * i + c] += 1e-3f * speed[3 * i + c];
}

int main(int argc, char **argv)
{
    bench_begin(argc, argv);
    int n = bench_pick(1024, 4096, 65536), steps = 3;
    float *body = bench_allocate((size_t)n * 4, sizeof *body), *speed = bench_allocate((size_t)n * 3, sizeof *speed);
    for (int i = 0; i < 4 * n; i++)
        body[i] = (float)bench_random(i) / (i % 4 == 3 ? n : 1);
    for (int i = 0; i < 3 * n; i++)
        speed[i] = 0;
    bench_warm();

    bench_start();
#ifdef TUNED
#pragma omp target data map(tofrom: body[0:4*n]) map(to: speed[0:3*n])
#endif
    for (int s = 0; s < steps; s++) {
        pull(n, body, speed);
        drift(n, speed, body);
    }
    double sum = bench_sum_float(body, (size_t)n * 4);
    bench_stop("offload");
    bench_result("sum", sum);
    free(body);
    free(speed);
    return 0;
}
