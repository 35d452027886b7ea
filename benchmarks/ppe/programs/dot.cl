__kernel void product(__global const double *restrict x, __global const double *restrict y, __global double *partial, int n)
{
    double sum = 0;
#if CPU
    double8 sums[4] = {0, 0, 0, 0};
    int i = FIRST(n), end = LAST(n);
    for (; i + 32 <= end; i += 32)
        for (int v = 0; v < 4; v++)
            sums[v] += vload8(v, x + i) * vload8(v, y + i);
    for (; i < end; i++)
        sum += x[i] * y[i];
    double8 all = sums[0] + sums[1] + sums[2] + sums[3];
    sum += SUM8(all);
#else
    EACH(i, n)
        sum += x[i] * y[i];
#endif
    GROUP_REDUCE(double, sum, PLUS)
    if (get_local_id(0) == 0)
        partial[get_group_id(0)] = sum;
}
