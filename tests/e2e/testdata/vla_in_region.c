// Variable-length arrays declared inside the region, by the team and by threads.
#include <stdio.h>

static int run(int n)
{
    int out[16];
#pragma omp target map(from: out)
    {
        int team[n + 2];
        for (int i = 0; i < n + 2; i++)
            team[i] = 10 * i;
#pragma omp parallel for
        for (int i = 0; i < 16; i++) {
            int own[n][2];
            for (int k = 0; k < n; k++) {
                own[k][0] = k + i;
                own[k][1] = (int)(sizeof own / sizeof own[0]);
            }
            out[i] = team[i % (n + 2)] + own[n - 1][0] + own[0][1] * 1000;
        }
    }
    int s = 0;
    for (int i = 0; i < 16; i++)
        s += out[i] * (i + 1);
    return s;
}

int main(void)
{
    printf("%d %d\n", run(3), run(6));
    return 0;
}
