__kernel void sweep(__global const float *restrict a, __global float *restrict b, int n)
{
    EACH_CELL(i, n - 2, j, n - 2)
    {
        int c = (i + 1) * n + j + 1;
        b[c] = 0.5f * a[c] + 0.125f * (a[c - n] + a[c + n] + a[c - 1] + a[c + 1]);
    }
}
