// Parts of results that the host copies come by one request each, and no more of them than that.
// ENV: OMP2CL_INFO=1
// RUNGS: mprotect wp uffd-user uffd
// STDERR: device [0-9]+: [0-9]+ transfers? to \([^)]*\), 20 from \(
#include "torture.h"

enum { N = 16 << 20, PART = 1 << 20 };

int main(void)
{
    unsigned char *p = malloc(N), *copy = malloc(PART);
    must(p && copy);
    host_fill_bytes(p, N, 0);
    for (int round = 0; round < 4; round++) {
        dev_fill_bytes(p, N, round);
        for (long at = 12345; at + PART <= N; at += 3 * PART) {
            memcpy(copy, p + at, PART);
            long wrong = 0;
            for (long i = 0; i < PART; i++)
                wrong += copy[i] != BYTE(round, at + i);
            quiet_check("a part", wrong, 0);
        }
    }
    return 0;
}
