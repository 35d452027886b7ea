__kernel void sweep(__global const float *restrict a, __global float *restrict b, int n)
{
    const int inner = n - 2, plane = n * n;
#if CPU
    EACH(row, inner * inner) {
        int start = ((row / inner + 1) * n + row % inner + 1) * n + 1;
        for (int c = start; c < start + inner; c++)
            b[c] = 0.4f * a[c] + 0.1f * (a[c - 1] + a[c + 1] + a[c - n] + a[c + n] + a[c - plane] + a[c + plane]);
    }
#else
    EACH_CELL(row, inner * ((inner + DEEP - 1) / DEEP), k, inner)
    {
        int i = row / inner * DEEP + 1, j = row % inner + 1, end = min(i + DEEP, n - 1);
        int c = (i * n + j) * n + k + 1;
        float below = a[c - plane], here = a[c];
        for (; i < end; i++, c += plane) {
            float above = a[c + plane];
            b[c] = 0.4f * here + 0.1f * (a[c - 1] + a[c + 1] + a[c - n] + a[c + n] + below + above);
            below = here;
            here = above;
        }
    }
#endif
}
