__kernel void largest(__global const float *restrict x, __global float *partial, int n)
{
    float most = 0;
#if CPU
    float16 mosts[4] = {0, 0, 0, 0};
    int i = FIRST(n), end = LAST(n);
    for (; i + 64 <= end; i += 64)
        for (int v = 0; v < 4; v++) {
            float16 d = fabs(vload16(v, x + i));
            mosts[v] = select(mosts[v], d, d > mosts[v]);
        }
    for (; i < end; i++)
        most = max(most, fabs(x[i]));
    float16 m16 = max(max(mosts[0], mosts[1]), max(mosts[2], mosts[3]));
    float8 m8 = max(m16.lo, m16.hi);
    float4 m4 = max(m8.lo, m8.hi);
    float2 m2 = max(m4.lo, m4.hi);
    most = max(most, max(m2.x, m2.y));
#else
    EACH(i, n)
        most = fmax(most, fabs(x[i]));
#endif
    GROUP_REDUCE(float, most, max)
    if (get_local_id(0) == 0)
        partial[get_group_id(0)] = most;
}
