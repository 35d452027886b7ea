#define STEPS 1000

#if CPU
__kernel void chains(__global float *to, int n)
{
    const float16 lane = (float16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    EACH(i, n) {
        float16 v0 = lane + (float)(i % 16), v1 = v0 + 16.0f, v2 = v1 + 16.0f, v3 = v2 + 16.0f;
        float16 v4 = v3 + 16.0f, v5 = v4 + 16.0f, v6 = v5 + 16.0f, v7 = v6 + 16.0f;
        for (int step = 0; step < STEPS; step++) {
            v0 = fma(v0, 0.999f, 0.25f);
            v1 = fma(v1, 0.999f, 0.25f);
            v2 = fma(v2, 0.999f, 0.25f);
            v3 = fma(v3, 0.999f, 0.25f);
            v4 = fma(v4, 0.999f, 0.25f);
            v5 = fma(v5, 0.999f, 0.25f);
            v6 = fma(v6, 0.999f, 0.25f);
            v7 = fma(v7, 0.999f, 0.25f);
        }
        v0 = v0 + v1 + v2 + v3 + v4 + v5 + v6 + v7;
        to[i] = SUM16(v0);
    }
}
#else
/* Item t of sixteen has chains t, t+16, ... of its iteration. */
__kernel void chains(__global float *to, int n)
{
    __local float part[LOCAL];
    int t = get_local_id(0), lane = t % 16, i = get_global_id(0) / 16;
    float v[8], sum = 0;
    for (int c = 0; c < 8; c++)
        v[c] = 16 * c + lane + i % 16;
#pragma unroll 4
    for (int step = 0; step < STEPS; step++)
        for (int c = 0; c < 8; c++)
            v[c] = fma(v[c], 0.999f, 0.25f);
    for (int c = 0; c < 8; c++)
        sum += v[c];
    part[t] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane == 0 && i < n) {
        for (int c = 1; c < 16; c++)
            sum += part[t + c];
        to[i] = sum;
    }
}
#endif
