#if CPU
__kernel void sum_chunks(__global const int *restrict from, __global int *restrict sums, int n)
{
    int sum = 0;
    EACH(i, n)
        sum += from[i];
    sums[get_global_id(0)] = sum;
}

__kernel void scan_chunks(__global const int *restrict from, __global int *restrict to, __global const int *restrict sums, int n)
{
    int sum = 0;
    for (int g = 0; g < get_global_id(0); g++)
        sum += sums[g];
    EACH(i, n) {
        sum += from[i];
        to[i] = sum;
    }
}
#else
#define PER_ITEM 4

/* A group scans LOCAL * PER_ITEM numbers. from and to may be the same. */
__kernel void scan_blocks(__global const int *from, __global int *to, __global int *sums, int n)
{
    __local int numbers[LOCAL * PER_ITEM], totals[LOCAL];
    int t = get_local_id(0), start = get_group_id(0) * LOCAL * PER_ITEM;
    for (int e = t; e < LOCAL * PER_ITEM; e += LOCAL)
        numbers[e] = start + e < n ? from[start + e] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int own[PER_ITEM], sum = 0;
    for (int e = 0; e < PER_ITEM; e++)
        own[e] = sum += numbers[t * PER_ITEM + e];
    totals[t] = sum;
    for (int distance = 1; distance < LOCAL; distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int other = t >= distance ? totals[t - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        totals[t] += other;
    }
    int before = totals[t] - sum;
    for (int e = 0; e < PER_ITEM; e++)
        numbers[t * PER_ITEM + e] = before + own[e];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int e = t; e < LOCAL * PER_ITEM; e += LOCAL)
        if (start + e < n)
            to[start + e] = numbers[e];
    if (t == LOCAL - 1)
        sums[get_group_id(0)] = totals[t];
}

__kernel void add_before(__global int *to, __global const int *sums, int n)
{
    int block = get_group_id(0), start = block * LOCAL * PER_ITEM;
    if (block == 0)
        return;
    int before = sums[block - 1];
    for (int e = get_local_id(0); e < LOCAL * PER_ITEM; e += LOCAL)
        if (start + e < n)
            to[start + e] += before;
}
#endif
