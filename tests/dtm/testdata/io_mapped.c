// Copies between a mapped file and results, both ways, and pages of the file that the device changes.
#define _GNU_SOURCE
#include "torture.h"
#include "../parts/temporary.h"
#include <sys/mman.h>

enum { N = 400000 };

int main(void)
{
    int file = temporary(0);
    must(ftruncate(file, N) == 0);
    unsigned char *mapped = mmap(NULL, N, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), *p = malloc(N), *q = malloc(N);
    must(mapped != MAP_FAILED && p && q);
    for (int round = 0; round < 4; round++) {
        dev_fill_bytes(p, N, round);
        memcpy(mapped, p, N);
        must(msync(mapped, N, MS_SYNC) == 0 && pread(file, q, N, 0) == N);
        quiet_check("file", dev_wrong_bytes(q, N, round), 0);
        dev_set_bytes(mapped + 1000, 5000, round);
        memcpy(p, mapped, N);
        quiet_check("changed pages", dev_count_bytes(p + 1000, 5000, round), 5000);
        dev_fill_bytes(q, N, round + 5);
        must(pwrite(file, q, N, 0) == N);
        quiet_check("mapping", dev_wrong_bytes(mapped, N, round + 5), 0);
        dev_fill_bytes(q, N, 80);
        must(pwrite(file, mapped, N / 2, 0) == N / 2); /* the file onto itself */
        quiet_check("onto itself", host_wrong_bytes(mapped, N, round + 5), 0);
    }
    puts("mapped");
    return status();
}
