// O_DIRECT from and into results; where the file system refuses it, the same by the page cache.
#define _GNU_SOURCE
#include "torture.h"
#include "../parts/temporary.h"

enum { N = 1 << 20 };

int main(void)
{
    int file = temporary(O_DIRECT);
    if (file < 0)
        file = temporary(0);
    unsigned char *p = NULL;
    must(posix_memalign((void **)&p, 4096, N) == 0);
    for (int round = 0; round < 3; round++) {
        dev_fill_bytes(p, N, round);
        if (pwrite(file, p, N, 0) != N) { /* opened, but does not work */
            file = temporary(0);
            must(pwrite(file, p, N, 0) == N);
        }
        dev_fill_bytes(p, N, 50);
        must(pread(file, p, N, 0) == N);
        check("over results", host_wrong_bytes(p, N, round), 0);
        check("on the device", dev_wrong_bytes(p, N, round), 0);
        memset(p, 1, N);
        check("upload", dev_count_bytes(p, N, 1), N);
        must(pread(file, p, N, 0) == N);
        check("over an upload", dev_wrong_bytes(p, N, round), 0);
    }
    return status();
}
