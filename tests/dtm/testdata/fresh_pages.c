// Mappings that the host has never touched when the device writes them; partial last pages, neighbours of all kinds.
#define _GNU_SOURCE
#include "torture.h"
#include <sys/mman.h>

static int *map(size_t size, int protection)
{
    void *p = mmap(NULL, size, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(p != MAP_FAILED);
    return p;
}

int main(void)
{
    static const long lengths[] = {1, 268, 1024, 1025, 5000, 100000};
    for (int round = 0; round < 20; round++)
        for (unsigned k = 0; k < sizeof lengths / sizeof *lengths; k++) {
            long n = lengths[k];
            size_t size = ((size_t)n * sizeof(int) + 4095) / 4096 * 4096;
            int *p = map(size, PROT_READ | PROT_WRITE);
            dev_fill(p, n, round);
            quiet_check("results", host_wrong(p, n, round), 0);
            quiet_check("behind them", host_sum(p + n, (long)(size / sizeof(int)) - n), 0);
            dev_fill(p, n, round + 1);
            quiet_check("on the device", dev_wrong(p, n, round + 1), 0);
            quiet_check("results again", host_wrong(p, n, round + 1), 0);
            if (round % 4 == 1)
                must(munmap(p, size) == 0);
            if (round % 4 == 3)
                map(4096, PROT_NONE);
        }
    puts("fresh");
    return status();
}
