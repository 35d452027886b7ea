// ENV: OMP2CL_INFO=1
// RUNGS: mprotect wp uffd-user uffd
// STDERR: device [0-9]+: [0-9] transfers? to \([^)]*\), [0-9]+ from \(([0-9.]+ KiB|[12]\.[0-9] MiB)\)
// The first array of .bss begins on the last page of .data. It is followed as others are.
#include "torture.h"

enum { N = 300000 };

static int first[N];

int main(void)
{
    dev_fill(first, N, 3);
    for (int k = 0; k < 20; k++)
        dev_add(first, N, 1);
    check("on the device", dev_wrong_plus(first, N, 3, 20), 0);
    check("at home", host_wrong_plus(first, N, 3, 20), 0);
    first[0] = first[N - 1] = 7;
    dev_add(first, N, 1);
    check("written at home", first[0] + first[N - 1], 16);
    return status();
}
