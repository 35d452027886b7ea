__kernel void begin(__global int *restrict depth, __global int *restrict front, __global int *more, int n)
{
    EACH(i, n) {
        depth[i] = i == 0 ? 0 : -1;
        front[i] = i == 0;
    }
    if (get_global_id(0) == 0)
        *more = 0;
}

__kernel void expand(__global const int *restrict start, __global const int *restrict neighbour,
                     __global const int *restrict front, __global int *restrict depth, __global int *restrict next,
                     __global int *more, int n, int level)
{
    EACH(i, n) {
        int reached = 0;
        if (depth[i] < 0) {
            int end = start[i + 1];
            for (int e = start[i]; e < end && !reached; e++)
                reached = front[neighbour[e]];
        }
        next[i] = reached;
        if (reached) {
            depth[i] = level;
            if (*more != level)
                *more = level;
        }
    }
}
