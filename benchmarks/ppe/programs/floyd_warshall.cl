__kernel void copy(__global int *restrict to, __global const int *restrict from, int n)
{
    EACH(i, n)
        to[i] = from[i];
}

#if CPU
/* n is a multiple of 16. */
__kernel void relax(__global int *distance, int n, int k)
{
    __global const int *row_k = distance + k * n;
    EACH(i, n) {
        __global int *row = distance + i * n;
        int to_k = row[k];
        for (int j = 0; j < n; j += 16)
            vstore16(min(vload16(0, row + j), to_k + vload16(0, row_k + j)), 0, row + j);
    }
}
#else
__kernel void relax(__global int *distance, int n, int k)
{
    EACH_CELL(i, n, j, n)
    {
        int through = distance[i * n + k] + distance[k * n + j];
        if (through < distance[i * n + j])
            distance[i * n + j] = through;
    }
}
#endif
