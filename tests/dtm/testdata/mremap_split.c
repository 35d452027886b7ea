// mremap and munmap of whole mappings of which only a part was used on the device, before the rest was touched.
#define _GNU_SOURCE
#include "torture.h"
#include <errno.h>
#include <sys/mman.h>

enum { PART = 20 * 1024, PARTS = 5, SIZE = PARTS * PART * (int)sizeof(int) };

/* A mapping of which every second part was used on the device. */
static int *half_used(int by)
{
    int *p = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(p != MAP_FAILED);
    for (int k = 0; k < PARTS; k++)
        if (k % 2)
            dev_fill(p + k * PART, PART, by + k);
        else
            host_fill(p + k * PART, PART, by + k);
    return p;
}

static void check_parts(const char *what, int *p, int parts, int by)
{
    for (int k = 0; k < parts; k++) {
        quiet_check(what, host_wrong(p + k * PART, PART, by + k), 0);
        quiet_check(what, dev_wrong(p + k * PART, PART, by + k), 0);
    }
}

/* Over another mapping, larger and smaller, and where it is. */
static void to_places(void)
{
    for (int parts = 2; parts <= 2 * PARTS; parts += PARTS) {
        int *p = half_used(5), *place = half_used(50);
        size_t n = (size_t)parts * PART * sizeof(int);
        if (n > SIZE) {
            must(munmap(place, SIZE) == 0);
            place = mmap(NULL, n, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            must(place != MAP_FAILED);
        }
        must(mremap(p, SIZE, n, MREMAP_MAYMOVE | MREMAP_FIXED, place) == place);
        check_parts("to a place", place, parts < PARTS ? parts : PARTS, 5);
        if (n > SIZE)
            quiet_check("new memory", place[SIZE / (int)sizeof(int)] != 0, 0);
        must(munmap(place, n) == 0);
    }
    int *p = half_used(7);
    void *more = mremap(p, SIZE, 2 * SIZE, 0);
    must(more == p || (more == MAP_FAILED && errno == ENOMEM));
    check_parts("where it is", p, PARTS, 7);
    must(munmap(p, SIZE) == 0);
}

int main(void)
{
    to_places();
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
