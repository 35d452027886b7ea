// System calls that no function of the library makes: syscall(SYS_write, ...) on results.
#define _GNU_SOURCE
#include "torture.h"
#include "../parts/temporary.h"
#include <sys/syscall.h>

enum { N = 200000 };

int main(void)
{
    int file = temporary(0);
    unsigned char *p = malloc(N);
    must(p);
    for (int round = 0; round < 3; round++) {
        dev_fill_bytes(p, N, round);
        check("pwrite", syscall(SYS_pwrite64, file, p, (size_t)N, 0L), N);
        dev_fill_bytes(p, N, 60);
        check("pread", syscall(SYS_pread64, file, p, (size_t)N, 0L), N);
        check("on the device", dev_wrong_bytes(p, N, round), 0);
        check("on the host", host_wrong_bytes(p, N, round), 0);
    }
    return status();
}
