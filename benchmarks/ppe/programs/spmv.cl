#if CPU
/* The first row with its start at or behind entry e. */
int row_of(__global const int *start, int n, int e)
{
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (start[middle] < e)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

__kernel void rows(__global float *restrict y, __global const int *restrict start, __global const int *restrict column,
                   __global const float *restrict value, __global const float *restrict x, int n)
{
    long entries = start[n], id = get_global_id(0), items = get_global_size(0);
    int first = row_of(start, n, entries * id / items);
    int last = id + 1 == items ? n : row_of(start, n, entries * (id + 1) / items);
    for (int i = first; i < last; i++) {
        float sum = 0;
        for (int e = start[i]; e < start[i + 1]; e++)
            sum += value[e] * x[column[e]];
        y[i] = sum;
    }
}
#else
__kernel void rows(__global float *restrict y, __global const int *restrict start, __global const int *restrict column,
                   __global const float *restrict value, __global const float *restrict x, int n)
{
    __local float part[LOCAL];
    int t = get_local_id(0), lane = t % LANES, i = get_global_id(0) / LANES;
    int first = i < n ? start[i] : 0, last = i < n ? start[i + 1] : 0, short_row = last - first <= LONG;
    float sum = 0;
    if (short_row)
        for (int e = first + lane; e < last; e += LANES)
            sum += value[e] * x[column[e]];
    part[t] = sum;
    for (int half_ = LANES / 2; half_ > 0; half_ /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < half_)
            part[t] += part[t + half_];
    }
    if (lane == 0 && i < n && short_row)
        y[i] = part[t];
}
#endif

__kernel void long_rows(__global float *restrict y, __global const int *restrict start, __global const int *restrict column,
                        __global const float *restrict value, __global const float *restrict x, __global const int *list)
{
    int i = list[get_group_id(0)];
    float sum = 0;
    for (int e = start[i] + get_local_id(0); e < start[i + 1]; e += get_local_size(0))
        sum += value[e] * x[column[e]];
    GROUP_REDUCE(float, sum, PLUS)
    if (get_local_id(0) == 0)
        y[i] = sum;
}
