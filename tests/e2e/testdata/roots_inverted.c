// Reciprocals of square roots in single precision: bit for bit those of the host, from the
// smallest denormal to infinity, of negative numbers and of what is not a number.
// LINK: -lm
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STEP = 16381, N = 262144 };

static float x[N], y[N], z[N], w[16];

static unsigned bits(float f)
{
    unsigned u;
    memcpy(&u, &f, sizeof u);
    return f != f ? 0x7fc00000 : u;
}

static unsigned checksum(const float *v, int n)
{
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum = sum * 31 + bits(v[i]);
    return sum;
}

#pragma omp declare target
static float inverse(float v) { return 1 / sqrtf(v); }
#pragma omp end declare target

int main(void)
{
    static const float special[16] = {0.0f, -0.0f, INFINITY, -INFINITY, NAN, 1e-45f, -1e-45f, 0x1p-126f, 0x1.fffffep-127f,
        0x1p-100f, 0x1.fffffep-101f, -0x1p-101f, 0x1.fffffep127f, 0x1.fffffep1f, 0x1.fffffcp1f, -1.0f};
    for (int i = 0; i < N; i++) {
        unsigned u = (unsigned)i * STEP;
        memcpy(&x[i], &u, sizeof u);
    }
    memcpy(w, special, sizeof w);
#pragma omp target teams distribute parallel for map(to: x) map(from: y, z)
    for (int i = 0; i < N; i++) {
        y[i] = 1.0f / sqrtf(x[i]);
        z[i] = 2.0f / sqrtf(x[i]) + inverse(x[i] + 1) / (1.0 / sqrt(2 + i));
    }
    printf("%u %u\n", checksum(y, N), checksum(z, N));
#pragma omp target teams distribute parallel for map(tofrom: w)
    for (int i = 0; i < 16; i++)
        w[i] = 1.0f / sqrtf(w[i]);
    for (int i = 0; i < 16; i++)
        printf("%a -> %a\n", special[i], w[i] != w[i] ? NAN : w[i]);
#pragma omp target teams distribute parallel for map(to: x) map(from: y)
    for (int i = 0; i < N / 64; i++) {
        float sum = 0;
        for (int j = 0; j < 64; j++)
            sum += 1.f / sqrtf(1e-4f + (float)(i + j));
        y[i] = sum;
    }
    printf("%u\n", checksum(y, N / 64));
    return 0;
}
