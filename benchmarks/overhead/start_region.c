/* start_region.c: a program of one target region, to measure its start-up. */
#include "overhead.h"

int main(void)
{
    static float a[N], b[N];
    for (int i = 0; i < N; i++)
        b[i] = i;
    region(N, a, b);
    return a[N - 1] != N;
}
