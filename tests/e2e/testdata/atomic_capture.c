// atomic capture in all its forms: tickets are unique, sums are complete.
#include <stdio.h>

#define N 96

int main(void)
{
    int next = 0, down = N, seen[5][N] = {{0}}, both = 0, old = 3;
    long wide = 0;
#pragma omp target map(tofrom: next, down, seen, both, wide, old)
    {
#pragma omp parallel for
        for (int i = 0; i < N; i++) {
            int v, w, x, y;
            long z;
#pragma omp atomic capture
            v = next++;
            seen[0][v]++;
#pragma omp atomic capture
            w = --down;
            seen[1][w]++;
#pragma omp atomic capture
            {
                x = both;
                both += 2;
            }
            seen[2][x / 2]++;
#pragma omp atomic capture
            {
                wide = wide + 1;
                z = wide;
            }
            seen[3][z - 1]++;
#pragma omp atomic capture
            {
                y = old;
                old = i + 1000;
            }
            if (y != 3)
                seen[4][y - 1000]++;
        }
        seen[4][old - 1000] += 1;
    }
    int ok = 0;
    for (int i = 0; i < N; i++)
        ok += (seen[0][i] == 1) + (seen[1][i] == 1) + (seen[2][i] == 1) + (seen[3][i] == 1);
    int swaps = 0;
    for (int i = 0; i < N; i++)
        swaps += seen[4][i];
    printf("%d %d %d %d %ld %d\n", ok, next, down, both, wide, swaps);
    return 0;
}
