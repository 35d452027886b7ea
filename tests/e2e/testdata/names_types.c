// Types, tags, enum constants, labels and functions with OpenCL names.
#include <stdio.h>

typedef struct { float x, y, z; } float3;
typedef unsigned char uchar;
typedef struct half { int a; } half;
enum event_t { CLK_LOCAL_MEM_FENCE = 3, image1d_t = 5 };
union sampler_t { int i; float f; };
typedef double real4[4];

#pragma omp declare target
static float3 cross(float3 a, float3 b)
{
    float3 r = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return r;
}

static int kernel(half global, int local)
{
    if (local < 0)
        goto constant;
    return global.a + local;
constant:
    return -1;
}
#pragma omp end declare target

int main(void)
{
    float3 v[2] = {{1, 2, 3}, {4, 5, 6}};
    uchar bytes[3] = {250, 5, 1};
    union sampler_t s = {.i = 7};
    real4 q = {1, 2, 3, 4};
    int out[5];
#pragma omp target map(tofrom: v, bytes, q) map(from: out) map(to: s)
    {
        v[0] = cross(v[0], v[1]);
        bytes[0] = (uchar)(bytes[0] + bytes[1] * 2);
        half h = {5};
        enum event_t e = image1d_t;
        out[0] = kernel(h, 2);
        out[1] = kernel(h, -2);
        out[2] = (int)e + CLK_LOCAL_MEM_FENCE;
        out[3] = s.i;
        out[4] = (int)(sizeof(float3) * 1000 + sizeof(half) * 100 + sizeof(real4));
        q[2] += q[3];
    }
    printf("%g %g %g %d %g\n", v[0].x, v[0].y, v[0].z, bytes[0], q[2]);
    for (int i = 0; i < 5; i++)
        printf("%d ", out[i]);
    printf("\n");
    return 0;
}
