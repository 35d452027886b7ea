#define K 8
#define D 4

int nearest_of(float4 x, __constant const float4 *centres)
{
    int best = 0;
    float least = 1e30f;
    for (int c = 0; c < K; c++) {
        float4 v = x - centres[c];
        float distance = dot(v, v);
        best = distance < least ? c : best;
        least = min(least, distance);
    }
    return best;
}

__kernel void nearest(__global int *restrict centre, __global const float4 *restrict point, __constant const float4 *centres,
                      __global double *restrict partial, int n)
{
    __global double *to = partial + get_group_id(0) * K * (D + 1);
#if CPU
    double4 sums[K];
    int counts[K];
    for (int c = 0; c < K; c++) {
        sums[c] = 0;
        counts[c] = 0;
    }
    EACH(i, n) {
        float4 x = point[i];
        int best = nearest_of(x, centres);
        centre[i] = best;
        sums[best] += convert_double4(x);
        counts[best]++;
    }
    for (int c = 0; c < K; c++) {
        vstore4(sums[c], 0, to + c * (D + 1));
        to[c * (D + 1) + D] = counts[c];
    }
#else
    /* Registers cannot be indexed, so every centre adds the point or zero. */
    __local double shared[LOCAL];
    double4 sums[K];
    int counts[K];
    int t = get_local_id(0);
    for (int c = 0; c < K; c++) {
        sums[c] = 0;
        counts[c] = 0;
    }
    EACH(i, n) {
        float4 x = point[i];
        int best = nearest_of(x, centres);
        centre[i] = best;
        for (int c = 0; c < K; c++)
            if (c == best) {
                sums[c] += convert_double4(x);
                counts[c]++;
            }
    }
    for (int c = 0; c < K; c++) {
        double values[D + 1] = {sums[c].x, sums[c].y, sums[c].z, sums[c].w, counts[c]};
        for (int d = 0; d <= D; d++) {
            shared[t] = values[d];
            for (int half_ = LOCAL / 2; half_ > 0; half_ /= 2) {
                barrier(CLK_LOCAL_MEM_FENCE);
                if (t < half_)
                    shared[t] += shared[t + half_];
            }
            if (t == 0)
                to[c * (D + 1) + d] = shared[0];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
#endif
}
