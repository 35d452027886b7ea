// ENV: OMP2CL_DEVICE_MEMORY=64M
// More data than the device has, over time: results that only the device holds are written back when room is needed.
#include "torture.h"

enum { ARRAYS = 20, N = 2 << 20 }; /* 8 MB each */

int main(void)
{
    int *p[ARRAYS];
    for (int k = 0; k < ARRAYS; k++) {
        must(p[k] = malloc(N * sizeof(int)));
        dev_fill(p[k], N, k);
    }
    for (int k = 0; k < ARRAYS; k++)
        quiet_check("oldest first, on the device", dev_wrong(p[k], N, k), 0);
    for (int k = 0; k < ARRAYS; k++)
        dev_add(p[k], N, k);
    for (int k = ARRAYS; k-- > 0;)
        quiet_check("newest first", host_wrong_plus(p[k], N, k, k), 0);
    for (int round = 0; round < 3; round++)
        for (int k = round; k < ARRAYS; k += 3) {
            p[k][round] ^= 1;
            dev_add(p[k], N, 1);
            dev_copy(p[(k + 7) % ARRAYS], p[k], N);
            dev_fill(p[(k + 7) % ARRAYS], N, k);
            quiet_check("changed", dev_wrong_plus(p[k], N, k, k + 1) >= 1, 1);
        }
    for (int k = 0; k < ARRAYS; k++)
        dev_fill(p[k], N, k + 50);
    for (int k = 0; k < ARRAYS; k += 2)
        free(p[k]);
    for (int k = 1; k < ARRAYS; k += 2)
        quiet_check("at the end", host_wrong(p[k], N, k + 50), 0);
    puts("pressure");
    return status();
}
