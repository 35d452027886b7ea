__kernel void copy(__global uint *restrict to, __global const uint *restrict from, int n)
{
    EACH(i, n)
        to[i] = from[i];
}

#if CPU
/* The keys low .. low+run-1 and those distance behind them. */
void exchange_run(__global uint *key, int low, int run, int distance, int up)
{
    if (distance >= 16) {
        for (int e = low; e < low + run; e += 16) {
            uint16 a = vload16(0, key + e), b = vload16(0, key + e + distance), least = min(a, b), most = max(a, b);
            vstore16(up ? least : most, 0, key + e);
            vstore16(up ? most : least, 0, key + e + distance);
        }
        return;
    }
    for (int e = low; e < low + run; e++) {
        uint a = key[e], b = key[e + distance], least = min(a, b), most = max(a, b);
        key[e] = up ? least : most;
        key[e + distance] = up ? most : least;
    }
}

/* distance is at least the 256 of the smallest block. */
__kernel void exchange(__global uint *key, int n, int size, int distance)
{
    EACH(part, n / 2 / 256) {
        int i = part * 256, low = 2 * i - (i & (distance - 1));
        exchange_run(key, low, 256, distance, (low & size) == 0);
    }
}

__kernel void block_steps(__global uint *key, int n, int block, int first, int last)
{
    EACH(b, n / block)
        for (int size = first; size <= last; size *= 2)
            for (int distance = min(size, block) / 2; distance > 0; distance /= 2)
                for (int low = b * block; low < (b + 1) * block; low += 2 * distance)
                    exchange_run(key, low, distance, distance, (low & size) == 0);
}
#else
__kernel void exchange(__global uint *key, int n, int size, int distance)
{
    EACH(i, n / 2) {
        int low = 2 * i - (i & (distance - 1)), high = low + distance, up = (low & size) == 0;
        uint a = key[low], b = key[high];
        if ((a > b) == up) {
            key[low] = b;
            key[high] = a;
        }
    }
}

/* A group has a block of 2 * LOCAL keys. */
__kernel void block_steps(__global uint *key, int n, int block, int first, int last)
{
    __local uint keys[2 * LOCAL];
    int t = get_local_id(0), start = get_group_id(0) * 2 * LOCAL;
    keys[t] = key[start + t];
    keys[t + LOCAL] = key[start + t + LOCAL];
    for (int size = first; size <= last; size *= 2)
        for (int distance = min(size, block) / 2; distance > 0; distance /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            int low = 2 * t - (t & (distance - 1)), high = low + distance, up = ((start + low) & size) == 0;
            uint a = keys[low], b = keys[high];
            if ((a > b) == up) {
                keys[low] = b;
                keys[high] = a;
            }
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    key[start + t] = keys[t];
    key[start + t + LOCAL] = keys[t + LOCAL];
}
#endif
