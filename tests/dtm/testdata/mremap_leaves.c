// mremap with MREMAP_DONTUNMAP takes results along; what stays behind is empty.
#define _GNU_SOURCE
#include "torture.h"
#include <sys/mman.h>
#ifndef MREMAP_DONTUNMAP
#define MREMAP_DONTUNMAP 4
#endif

/* Moves p[0:n] away, to any place or to one that is given. */
static int *moved(int *p, size_t bytes, int *to)
{
    int flags = MREMAP_MAYMOVE | MREMAP_DONTUNMAP | (to ? MREMAP_FIXED : 0);
    int *r = mremap(p, bytes, bytes, flags, to);
    must(r != MAP_FAILED);
    return r;
}

static int *mapping(size_t bytes)
{
    int *p = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(p != MAP_FAILED);
    return p;
}

static void leave(long n, int fixed)
{
    size_t bytes = n * sizeof(int);
    int *p = mapping(bytes);
    dev_fill(p, n, 3 + fixed);
    int *r = moved(p, bytes, fixed ? mapping(bytes) : NULL);
    check("moved", host_wrong(r, n, 3 + fixed), 0);
    check("left", host_sum(p, n), 0);
    check("left, on the device", dev_sum(p, n), 0);
    check("moved, on the device", dev_wrong(r, n, 3 + fixed), 0);
    dev_add(r, n, 1);
    dev_fill(p, n, 9);
    check("both", host_wrong_plus(r, n, 3 + fixed, 1) + host_wrong(p, n, 9), 0);
    munmap(p, bytes);
    munmap(r, bytes);
}

int main(void)
{
    for (long n = 4096; n <= 1 << 20; n *= 16) {
        leave(n, 0);
        leave(n, 1);
    }
    return status();
}
