// Variables of the team: written by the master before, shared by the threads,
// read by the master after the parallel region.
#include <stdio.h>

int main(void)
{
    int out[12], sums[12];
#pragma omp target teams distribute thread_limit(32) map(from: out, sums)
    for (int t = 0; t < 12; t++) {
        int total = 0, scale = t + 1;
        int part[40];
        double avg;
        for (int i = 0; i < 40; i++)
            part[i] = i;
#pragma omp parallel for
        for (int i = 0; i < 40; i++)
            part[i] *= scale;
#pragma omp parallel for reduction(+: total)
        for (int i = 0; i < 40; i++)
            total += part[39 - i];
        avg = total / 40.0;
        scale = -scale;
#pragma omp parallel
        {
#pragma omp single
            out[t] = (int)(avg * 2) + scale;
        }
        sums[t] = total;
    }
    for (int t = 0; t < 12; t++)
        printf("%d %d\n", out[t], sums[t]);
    return 0;
}
