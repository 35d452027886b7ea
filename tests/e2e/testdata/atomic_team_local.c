// atomic on variables of the team, of several types, and on private memory.
#include <stdio.h>

int main(void)
{
    int out[5];
    double dout[5];
#pragma omp target teams distribute thread_limit(16) map(from: out, dout)
    for (int t = 0; t < 5; t++) {
        int n = 0;
        unsigned char bytes[3] = {0, 0, 0};
        double w = t;
        long deep = 0;
#pragma omp parallel for
        for (int i = 0; i < 60; i++) {
            int own = 0;
#pragma omp atomic
            n += i;
#pragma omp atomic
            bytes[i % 3]++;
#pragma omp atomic
            w += 0.5;
#pragma omp atomic
            own += 2;
#pragma omp atomic
            deep -= own;
        }
        out[t] = n + 10000 * bytes[1] + (int)deep;
        dout[t] = w + bytes[0] + bytes[2];
    }
    for (int t = 0; t < 5; t++)
        printf("%d %g\n", out[t], dout[t]);
    return 0;
}
