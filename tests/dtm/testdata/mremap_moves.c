// ARGS: library
// ARGS: raw
// mremap that grows, shrinks, moves and replaces mappings with results on the device.
#define _GNU_SOURCE
#include "torture.h"
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { N = 1 << 17, SIZE = N * sizeof(int) };

/* A new mapping, in the place asked for unless another thread has come first. */
static int *map(void *at, size_t size)
{
    void *p = mmap(at, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(p != MAP_FAILED);
    return p;
}

static int *remap(int raw, void *p, size_t old, size_t new, int flags, void *at)
{
    void *q = raw ? (void *)syscall(SYS_mremap, p, old, new, flags, at) : mremap(p, old, new, flags, at);
    must(q != MAP_FAILED);
    return q;
}

static void grow(int raw)
{
    int *p = map(NULL, SIZE);
    dev_fill(p, N, 1);
    p = remap(raw, p, SIZE, 4 * SIZE, MREMAP_MAYMOVE, NULL);
    quiet_check("grown", host_wrong(p, N, 1), 0);
    quiet_check("zeros", dev_sum(p + N, 3 * N), 0);
    quiet_check("grown on the device", dev_wrong(p, N, 1), 0);
    dev_fill(p, 4 * N, 2);
    p = remap(raw, p, 4 * SIZE, SIZE, 0, NULL);
    quiet_check("shrunk", dev_wrong(p, N, 2), 0);
    p[3]++;
    quiet_check("shrunk and changed", dev_wrong(p, N, 2), 1);
    must(munmap(p, SIZE) == 0);
}

static void move(int raw)
{
    int *target = map(NULL, SIZE), *p = map(NULL, SIZE);
    dev_fill(target, N, 3);
    dev_fill(p, N, 4);
    int *q = remap(raw, p, SIZE, SIZE, MREMAP_MAYMOVE | MREMAP_FIXED, target);
    p = map(p, SIZE); /* at once: what the checks allocate could come to lie there */
    quiet_check("moved", q == target, 1);
    quiet_check("moved results on the device", dev_wrong(q, N, 4), 0);
    quiet_check("moved results", host_wrong(q, N, 4), 0);
    quiet_check("old place on the device", dev_sum(p, N), 0);
    quiet_check("old place", host_sum(p, N), 0);
    host_fill(p, N, 5);
    quiet_check("old place, filled", dev_wrong(p, N, 5), 0);
    q[7]++;
    quiet_check("new place, changed", dev_wrong(q, N, 4), 1);
    must(munmap(p, SIZE) == 0 && munmap(q, SIZE) == 0);
}

static void halves(int raw) /* only a part moves */
{
    int *p = map(NULL, 2 * SIZE), *target = map(NULL, SIZE);
    dev_fill(p, 2 * N, 6);
    int *q = remap(raw, p + N, SIZE, SIZE, MREMAP_MAYMOVE | MREMAP_FIXED, target);
    long wrong = 0;
    for (long i = 0; i < N; i++)
        wrong += q[i] != VALUE(6, N + i);
    quiet_check("moved half", wrong, 0);
    quiet_check("half that stayed", host_wrong(p, N, 6), 0);
    quiet_check("half that stayed, on the device", dev_wrong(p, N, 6), 0);
    dev_fill(q, N, 7);
    quiet_check("moved half, refilled", host_wrong(q, N, 7), 0);
    must(munmap(p, SIZE) == 0 && munmap(q, SIZE) == 0);
}

int main(int argc, char **argv)
{
    int raw = argc > 1 && strcmp(argv[1], "raw") == 0;
    grow(raw);
    move(raw);
    halves(raw);
    check("raw", raw, raw);
    return status();
}
