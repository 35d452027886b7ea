// ENV: OMP2CL_DEVICE_MEMORY=64M
// A data environment that fills half of the device, while dormant results and new arrays fight for the other half.
#include "torture.h"

enum { ARRAYS = 8, N = 2 << 20 };

int main(void)
{
    int *held = malloc(4 * N * sizeof *held), *p[ARRAYS], sep = separate();
    must(held);
    for (int k = 0; k < ARRAYS; k++)
        must(p[k] = malloc(N * sizeof(int)));
    dev_fill(held, 4 * N, 100);
#pragma omp target data map(tofrom: held[0:4 * N])
    {
        dev_add(held, 4 * N, 1);
        for (int round = 0; round < 3; round++) {
            for (int k = 0; k < ARRAYS; k++)
                dev_fill(p[k], N, k + round);
            dev_add(held, 4 * N, 1);
            quiet_check("the host's old value", host_wrong_plus(held, 1000, 100, sep ? 0 : round + 2), 0);
            for (int k = 0; k < ARRAYS; k++)
                quiet_check("array", (k & 1 ? host_wrong : dev_wrong)(p[k], N, k + round), 0);
        }
    }
    quiet_check("held", host_wrong_plus(held, 4 * N, 100, 4), 0);
    for (int k = 0; k < ARRAYS; k++)
        quiet_check("at the end", host_wrong(p[k], N, k + 2), 0);
    puts("regions");
    return status();
}
