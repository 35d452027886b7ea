/* n is a multiple of 16. */
#if CPU
__kernel void product(__global float *restrict c, __global const float *restrict a, __global const float *restrict b, int n)
{
    EACH(block, n / 8)
        for (int j = 0; j < n; j += 16) {
            __global const float *row = a + block * 8 * n, *column = b + j;
            float16 s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0;
            for (int k = 0; k < n; k++) {
                float16 v = vload16(0, column + k * n);
                s0 += row[k] * v;
                s1 += row[n + k] * v;
                s2 += row[2 * n + k] * v;
                s3 += row[3 * n + k] * v;
                s4 += row[4 * n + k] * v;
                s5 += row[5 * n + k] * v;
                s6 += row[6 * n + k] * v;
                s7 += row[7 * n + k] * v;
            }
            __global float *to = c + block * 8 * n + j;
            vstore16(s0, 0, to);
            vstore16(s1, 0, to + n);
            vstore16(s2, 0, to + 2 * n);
            vstore16(s3, 0, to + 3 * n);
            vstore16(s4, 0, to + 4 * n);
            vstore16(s5, 0, to + 5 * n);
            vstore16(s6, 0, to + 6 * n);
            vstore16(s7, 0, to + 7 * n);
        }
}
#else
#define TILE 64
#define DEEP 16
/* A group of 16 x 16 items computes a tile of 64 x 64, each item 4 x 4 cells that are
 * 16 apart. */
__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void product(__global float *restrict c, __global const float *restrict a, __global const float *restrict b, int n)
{
    __local float as[DEEP][TILE + 1], bs[DEEP][TILE];
    int x = get_local_id(0), y = get_local_id(1), t = y * 16 + x;
    int i0 = get_group_id(1) * TILE, j0 = get_group_id(0) * TILE;
    float sum[4][4] = {{0}};
    for (int k0 = 0; k0 < n; k0 += DEEP) {
        for (int e = t; e < TILE * DEEP; e += 256) {
            int i = e / DEEP, k = e % DEEP;
            as[k][i] = i0 + i < n ? a[(i0 + i) * n + k0 + k] : 0;
        }
        for (int e = t; e < TILE * DEEP; e += 256) {
            int k = e / TILE, j = e % TILE;
            bs[k][j] = j0 + j < n ? b[(k0 + k) * n + j0 + j] : 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < DEEP; k++)
            for (int u = 0; u < 4; u++)
                for (int v = 0; v < 4; v++)
                    sum[u][v] += as[k][y + 16 * u] * bs[k][x + 16 * v];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int u = 0; u < 4; u++)
        for (int v = 0; v < 4; v++) {
            int i = i0 + y + 16 * u, j = j0 + x + 16 * v;
            if (i < n && j < n)
                c[i * n + j] = sum[u][v];
        }
}
#endif
