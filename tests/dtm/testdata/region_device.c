// ENV: POCL_DEVICES="pthread basic"
// A data region belongs to the device that was the default one when it began.
#include "torture.h"
#include "../parts/devices.h"

enum { N = 50000 };

int main(void)
{
    int *p = malloc(N * sizeof *p);
    must(p);
    find_devices();
    for (int round = 0; round < 3; round++) {
        on(first_device);
        host_fill(p, N, round);
#pragma omp target data map(tofrom: p[0:N])
        {
            dev_add(p, N, 1);
            on(second_device);
        }
        check("result", host_wrong_plus(p, N, round, 1), 0);
        on(first_device);
        dev_fill(p, N, round);
        check("bare", host_wrong(p, N, round), 0);
    }
    return status();
}
