// Private arrays of a few kilobytes per thread, and team-local ones.
#include <stdio.h>

int main(void)
{
    int out[20], tout[3];
#pragma omp target teams distribute parallel for map(from: out) num_teams(2) thread_limit(8)
    for (int i = 0; i < 20; i++) {
        short buf[1000];
        for (int k = 0; k < 1000; k++)
            buf[k] = (short)(k * i);
        int s = 0;
        for (int k = 999; k >= 0; k -= 7)
            s += buf[k];
        out[i] = s;
    }
#pragma omp target teams distribute num_teams(2) thread_limit(8) map(from: tout)
    for (int t = 0; t < 3; t++) {
        double big[800];
#pragma omp parallel for
        for (int k = 0; k < 800; k++)
            big[k] = k + t;
        double s = 0;
        for (int k = 0; k < 800; k++)
            s += big[k];
        tout[t] = (int)s;
    }
    for (int i = 0; i < 20; i++)
        printf("%d ", out[i]);
    printf("%d %d %d\n", tout[0], tout[1], tout[2]);
    return 0;
}
