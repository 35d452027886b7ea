#define MOST 500
#if CPU
__kernel void escape(__global int *restrict steps, int n)
{
    const float16 lane = (float16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    int i = get_global_id(0);
    float16 cy = -1.25f + 2.5f * i / n;
    for (int j = 0; j < n; j += 16) {
        float16 cx = -2.0f + 2.5f * ((float)j + lane) / (float)n, x = 0, y = 0;
        int16 inside = -1, k = 0;
        for (int step = 0; step < MOST; step++) {
            inside &= x * x + y * y < 4.0f;
            if (!any(inside))
                break;
            k -= inside;
            float16 next = x * x - y * y + cx;
            y = 2 * x * y + cy;
            x = next;
        }
        vstore16(k, 0, steps + i * n + j);
    }
}
#else
__kernel void escape(__global int *restrict steps, int n)
{
    EACH_CELL(i, n, j, n)
    {
        float cx = -2.0f + 2.5f * j / n, cy = -1.25f + 2.5f * i / n, x = 0, y = 0;
        int k = 0;
        while (k < MOST && x * x + y * y < 4.0f) {
            float next = x * x - y * y + cx;
            y = 2 * x * y + cy;
            x = next;
            k++;
        }
        steps[i * n + j] = k;
    }
}
#endif
