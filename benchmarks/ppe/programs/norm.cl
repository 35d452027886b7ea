__kernel void squares(__global const float *restrict x, __global double *partial, int n)
{
    double sum = 0;
#if CPU
    double8 sums[4] = {0, 0, 0, 0};
    int i = FIRST(n), end = LAST(n);
    for (; i + 32 <= end; i += 32)
        for (int v = 0; v < 4; v++) {
            double8 d = convert_double8(vload8(v, x + i));
            sums[v] += d * d;
        }
    for (; i < end; i++)
        sum += (double)x[i] * x[i];
    double8 all = sums[0] + sums[1] + sums[2] + sums[3];
    sum += SUM8(all);
#else
    EACH(i, n)
        sum += (double)x[i] * x[i];
#endif
    GROUP_REDUCE(double, sum, PLUS)
    if (get_local_id(0) == 0)
        partial[get_group_id(0)] = sum;
}
