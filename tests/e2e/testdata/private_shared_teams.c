// private and firstprivate on teams and on distribute, shared among threads.
#include <stdio.h>

int main(void)
{
    int base = 7, out[40], scratch[8] = {0}, bias = 1000;
#pragma omp target map(from: out) map(to: base)
#pragma omp teams num_teams(5) thread_limit(8) firstprivate(base) private(scratch)
    {
        base *= 2;
        int k = base + 1;
        for (int i = 0; i < 8; i++)
            scratch[i] = i * k;
#pragma omp distribute firstprivate(bias)
        for (int t = 0; t < 5; t++) {
#pragma omp parallel for shared(scratch, base)
            for (int i = 0; i < 8; i++)
                out[t * 8 + i] = scratch[7 - i] + base + t + bias;
        }
    }
    printf("%d %d %d\n", base, scratch[3], bias);
    for (int i = 0; i < 40; i++)
        printf("%d ", out[i]);
    printf("\n");
    return 0;
}
