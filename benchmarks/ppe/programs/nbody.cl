/* n is a multiple of 16. */
#if CPU
__kernel void gravity(__global const float *restrict x, __global const float *restrict y, __global const float *restrict z,
                      __global const float *restrict mass, __global float *restrict ax, __global float *restrict ay,
                      __global float *restrict az, int n)
{
    EACH(block, n / 16) {
        float16 xi = vload16(block, x), yi = vload16(block, y), zi = vload16(block, z), fx = 0, fy = 0, fz = 0;
        for (int j = 0; j < n; j++) {
            float16 dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
            float16 r2 = dx * dx + dy * dy + dz * dz + 1e-4f;
            float16 r = 1.0f / sqrt(r2);
            float16 f = mass[j] * r * r * r;
            fx += f * dx;
            fy += f * dy;
            fz += f * dz;
        }
        vstore16(fx, block, ax);
        vstore16(fy, block, ay);
        vstore16(fz, block, az);
    }
}
#else
__kernel void gravity(__global const float *restrict x, __global const float *restrict y, __global const float *restrict z,
                      __global const float *restrict mass, __global float *restrict ax, __global float *restrict ay,
                      __global float *restrict az, int n)
{
    __local float4 tile[LOCAL];
    int i = get_global_id(0), t = get_local_id(0), own = min(i, n - 1);
    float xi = x[own], yi = y[own], zi = z[own], fx = 0, fy = 0, fz = 0;
    for (int j0 = 0; j0 < n; j0 += LOCAL) {
        if (j0 + t < n)
            tile[t] = (float4)(x[j0 + t], y[j0 + t], z[j0 + t], mass[j0 + t]);
        barrier(CLK_LOCAL_MEM_FENCE);
        int count = min(LOCAL, n - j0);
        for (int j = 0; j < count; j++) {
            float4 b = tile[j];
            float dx = b.x - xi, dy = b.y - yi, dz = b.z - zi;
            float r2 = dx * dx + dy * dy + dz * dz + 1e-4f;
            float r = 1.0f / sqrt(r2);
            float f = b.w * r * r * r;
            fx += f * dx;
            fy += f * dy;
            fz += f * dz;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n) {
        ax[i] = fx;
        ay[i] = fy;
        az[i] = fz;
    }
}
#endif
