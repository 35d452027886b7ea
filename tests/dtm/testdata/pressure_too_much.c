// ENV: OMP2CL_DEVICE_MEMORY=64M
// RUNGS: off eager mprotect wp uffd-user uffd auto
// HOST-DIFFERS: the device is too small, and says so
// EXPECT: results first 0
// EXIT: 1
// STDERR: error: .*(allocated|memory)
// Two arrays of one region that do not fit together: a clear error, after results that fit were right.
#include "torture.h"

enum { N = 10 << 20 }; /* 40 MB each */

int main(void)
{
    int *p = malloc(N * sizeof *p), *q = malloc(N * sizeof *q);
    must(p && q);
    dev_fill(p, N, 1);
    dev_fill(q, N, 2); /* p has to go */
    check("results first", host_wrong(p, N, 1) + host_wrong(q, N, 2), 0);
    fflush(stdout);
    dev_copy(p, q, N);
    puts("both fit");
    return status();
}
