// RUNGS: off eager shared
// mremap and munmap of whole mappings of which only a part was used on the device, before the rest was touched.
#define _GNU_SOURCE
#include "torture.h"
#include <sys/mman.h>

enum { PART = 20 * 1024, PARTS = 5, SIZE = PARTS * PART * (int)sizeof(int) };

int main(void)
{
    for (int used = 0; used < 1 << PARTS; used += 3) { /* a bit for each part */
        int *p = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        must(p != MAP_FAILED);
        for (int k = 0; k < PARTS; k++)
            if (used >> k & 1)
                dev_fill(p + k * PART, PART, k);
        for (int k = 0; k < PARTS; k++)
            if (!(used >> k & 1))
                host_fill(p + k * PART, PART, k);
        p = mremap(p, SIZE, 2 * SIZE, MREMAP_MAYMOVE);
        must(p != MAP_FAILED);
        for (int k = 0; k < PARTS; k++)
            quiet_check("moved", host_wrong(p + k * PART, PART, k), 0);
        for (int k = 0; k < PARTS; k++)
            quiet_check("moved, on the device", dev_wrong(p + k * PART, PART, k), 0);
        dev_fill(p + PART, PART, 77);
        p = mremap(p, 2 * SIZE, SIZE / 2, 0);
        must(p != MAP_FAILED);
        quiet_check("shrunk", host_wrong(p + PART, PART, 77), 0);
        must(munmap(p, SIZE / 2) == 0);
    }
    puts("split");
    return status();
}
