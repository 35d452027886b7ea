#define STEPS 16

__kernel void paths(__global double *partial, int n)
{
    double sum = 0;
#if CPU
    /* n is a multiple of 16. */
    const uint16 lane = (uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    double16 sums = 0;
    EACH(block, n / 16) {
        uint16 state = ((uint)block * 16 + lane) * 2654435761u + 12345u;
        float16 value = 1;
        for (int step = 0; step < STEPS; step++) {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            value *= 1.0f + 0.1f * (convert_float16(as_int16(state >> 8)) * 0x1p-24f - 0.48f);
        }
        sums += convert_double16(max(value - 1.0f, 0.0f));
    }
    sum = SUM16(sums);
#else
    EACH(i, n) {
        uint state = (uint)i * 2654435761u + 12345u;
        float value = 1;
        for (int step = 0; step < STEPS; step++) {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            value *= 1.0f + 0.1f * ((float)(state >> 8) * 0x1p-24f - 0.48f);
        }
        sum += max(value - 1.0f, 0.0f);
    }
#endif
    GROUP_REDUCE(double, sum, PLUS)
    if (get_local_id(0) == 0)
        partial[get_group_id(0)] = sum;
}
