__kernel void triad(__global double *restrict a, __global const double *restrict b,
                    __global const double *restrict c, double s, int n)
{
    EACH(i, n)
        a[i] = b[i] + s * c[i];
}
