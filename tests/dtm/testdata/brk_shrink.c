// Memory of sbrk that is given back and taken again is zero, on both sides.
#define _DEFAULT_SOURCE
#include "torture.h"
#include <unistd.h>

enum { N = 1 << 18, SIZE = N * sizeof(int) };

/* Whether the end of the program's data is still the end of p[0:N]: another
 * thread's malloc may have moved it on. */
static int ours(int *p) { return sbrk(0) == (void *)(p + N); }

int main(void)
{
    int *p = sbrk(SIZE);
    must(p != (void *)-1);
    check("zeros", dev_sum(p, N), 0);
    for (int round = 1; round <= 4; round++) {
        dev_fill(p, N, round);
        if (round & 1)
            quiet_check("result", host_wrong(p, N, round), 0);
        if (!ours(p))
            break;
        must(sbrk(-SIZE) != (void *)-1);
        must(sbrk(SIZE) == p);
        quiet_check("zeros on the device", dev_sum(p, N), 0);
        quiet_check("zeros on the host", host_sum(p, N), 0);
        host_fill(p, N, round + 10);
        quiet_check("upload", dev_wrong(p, N, round + 10), 0);
    }
    dev_fill(p, N, 8);
    check("at the end", host_wrong(p, N, 8), 0);
    return status();
}
