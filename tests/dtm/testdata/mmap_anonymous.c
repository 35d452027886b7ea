// Anonymous mappings: private, shared, populated, and parts of them.
#define _GNU_SOURCE
#include "torture.h"
#include <sys/mman.h>

enum { SIZE = 3 << 20 };

static unsigned char *map(int flags)
{
    void *p = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | flags, -1, 0);
    must(p != MAP_FAILED);
    return p;
}

int main(void)
{
    static const int flags[] = {MAP_PRIVATE, MAP_SHARED, MAP_PRIVATE | MAP_POPULATE, MAP_PRIVATE | MAP_NORESERVE};
    for (int k = 0; k < 4; k++) {
        unsigned char *p = map(flags[k]);
        check("zeros on the device", dev_count_bytes(p, SIZE, 0), SIZE);
        check("zeros on the host", host_count_bytes(p, SIZE, 0), SIZE);
        exercise("whole", p, SIZE);
        exercise("middle pages", p + 8192, 1 << 20);
        exercise("odd part", p + 4099, 1000003);
        must(munmap(p, SIZE) == 0);
    }
    unsigned char *p = map(MAP_PRIVATE); /* never touched by the host before */
    dev_fill_bytes(p + 100, SIZE - 200, 9);
    check("front", host_count_bytes(p, 100, 0), 100);
    check("back", host_count_bytes(p + SIZE - 100, 100, 0), 100);
    check("middle", host_wrong_bytes(p + 100, SIZE - 200, 9), 0);
    must(munmap(p, SIZE) == 0);
    return status();
}
