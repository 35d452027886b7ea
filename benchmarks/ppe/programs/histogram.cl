#define BINS 256

__kernel void clear(__global uint *bin)
{
    for (int b = get_global_id(0); b < BINS; b += get_global_size(0))
        bin[b] = 0;
}

#if CPU
__kernel void count(__global uint *bin, __global const uint *restrict data, int n)
{
    uint own[4][BINS];
    for (int b = 0; b < BINS; b++)
        own[0][b] = own[1][b] = own[2][b] = own[3][b] = 0;
    int i = FIRST(n), end = LAST(n);
    for (; i + 4 <= end; i += 4) {
        own[0][data[i] >> 24]++;
        own[1][data[i + 1] >> 24]++;
        own[2][data[i + 2] >> 24]++;
        own[3][data[i + 3] >> 24]++;
    }
    for (; i < end; i++)
        own[0][data[i] >> 24]++;
    for (int b = 0; b < BINS; b++)
        atomic_add(bin + b, own[0][b] + own[1][b] + own[2][b] + own[3][b]);
}
#else
__kernel void count(__global uint *bin, __global const uint *restrict data, int n)
{
    __local uint shared[BINS];
    for (int b = get_local_id(0); b < BINS; b += get_local_size(0))
        shared[b] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    EACH(i, n)
        atomic_inc(shared + (data[i] >> 24));
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int b = get_local_id(0); b < BINS; b += get_local_size(0))
        atomic_add(bin + b, shared[b]);
}
#endif
