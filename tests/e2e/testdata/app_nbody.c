// n-body steps with structs of arrays in a struct, float arithmetic.
// TOLERANCE: 1e-4
// LINK: -lm
#include <math.h>
#include <stdio.h>

#define N 64
static struct { float x[N], y[N], z[N], vx[N], vy[N], vz[N], m[N]; } s;

int main(void)
{
    for (int i = 0; i < N; i++) {
        s.x[i] = cosf(i * 0.7f) * (1 + i % 5);
        s.y[i] = sinf(i * 0.7f) * (1 + i % 3);
        s.z[i] = (i % 7) * 0.3f;
        s.m[i] = 0.01f + (i % 4) * 0.002f;
    }
#pragma omp target data map(tofrom: s)
    for (int step = 0; step < 5; step++) {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++) {
            float ax = 0, ay = 0, az = 0;
            for (int j = 0; j < N; j++) {
                float dx = s.x[j] - s.x[i], dy = s.y[j] - s.y[i], dz = s.z[j] - s.z[i];
                float r2 = dx * dx + dy * dy + dz * dz + 0.05f, inv = 1.0f / sqrtf(r2 * r2 * r2);
                ax += dx * inv * s.m[j];
                ay += dy * inv * s.m[j];
                az += dz * inv * s.m[j];
            }
            s.vx[i] += ax * 0.01f;
            s.vy[i] += ay * 0.01f;
            s.vz[i] += az * 0.01f;
        }
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++) {
            s.x[i] += s.vx[i] * 0.01f;
            s.y[i] += s.vy[i] * 0.01f;
            s.z[i] += s.vz[i] * 0.01f;
        }
    }
    for (int i = 0; i < N; i += 9)
        printf("%.6f %.6f %.6f %.6f\n", s.x[i], s.y[i], s.z[i], s.vx[i]);
    return 0;
}
