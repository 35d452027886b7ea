#if CPU
/* n is a multiple of 16. */
__kernel void transpose(__global float *restrict to, __global const float *restrict from, int n)
{
    EACH(block, n / 16)
        for (int i = 0; i < n; i += 16)
            for (int j = block * 16; j < block * 16 + 16; j++)
                for (int k = i; k < i + 16; k++)
                    to[j * n + k] = from[k * n + j];
}
#else
__kernel __attribute__((reqd_work_group_size(32, 8, 1)))
void transpose(__global float *restrict to, __global const float *restrict from, int n)
{
    __local float tile[32][33];
    int x = get_local_id(0), y0 = get_local_id(1), i0 = get_group_id(1) * 32, j0 = get_group_id(0) * 32;
    for (int y = y0; y < 32; y += 8)
        if (i0 + y < n && j0 + x < n)
            tile[y][x] = from[(i0 + y) * n + j0 + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int y = y0; y < 32; y += 8)
        if (j0 + y < n && i0 + x < n)
            to[(j0 + y) * n + i0 + x] = tile[x][y];
}
#endif
