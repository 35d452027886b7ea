void butterfly(int i, int n, int m, __global const float *restrict re, __global const float *restrict im,
               __global const float *restrict cosine, __global const float *restrict sine, __global float *restrict to_re,
               __global float *restrict to_im)
{
    int k = i & (m - 1), w = i - k, to = 2 * w + k;
    float a = re[i], b = im[i], c = re[i + n / 2], d = im[i + n / 2], x = a - c, y = b - d;
    to_re[to] = a + c;
    to_im[to] = b + d;
    to_re[to + m] = x * cosine[w] - y * sine[w];
    to_im[to + m] = x * sine[w] + y * cosine[w];
}

__kernel void butterflies(int n, int m, __global const float *restrict re, __global const float *restrict im,
                          __global const float *restrict cosine, __global const float *restrict sine,
                          __global float *restrict to_re, __global float *restrict to_im)
{
#if CPU
    /* From m = 16 on, runs of one twiddle factor fill vectors; n is at least 256. */
    if (m >= 16) {
        int half_n = n / 2;
        EACH(block, half_n / 16) {
            int i = block * 16, k = i & (m - 1), w = i - k, to = 2 * w + k;
            float16 a = vload16(0, re + i), b = vload16(0, im + i), c = vload16(0, re + i + half_n), d = vload16(0, im + i + half_n);
            float16 x = a - c, y = b - d;
            vstore16(a + c, 0, to_re + to);
            vstore16(b + d, 0, to_im + to);
            vstore16(x * cosine[w] - y * sine[w], 0, to_re + to + m);
            vstore16(x * sine[w] + y * cosine[w], 0, to_im + to + m);
        }
        return;
    }
#endif
    EACH(i, n / 2)
        butterfly(i, n, m, re, im, cosine, sine, to_re, to_im);
}
