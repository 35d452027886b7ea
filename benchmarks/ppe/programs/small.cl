__kernel void update(__global float *restrict a, __global const float *restrict b, int n, float keep)
{
    EACH(i, n)
        a[i] = keep * a[i] + b[i];
}
