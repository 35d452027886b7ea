// ARGS: library
// ARGS: raw
// munmap and a new mapping in its place, over it, and through system calls that no library function makes.
#define _GNU_SOURCE
#include "torture.h"
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { N = 1 << 18, SIZE = N * sizeof(int) };

static int *map(void *at, int fixed, int raw)
{
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | fixed;
    void *p = raw ? (void *)syscall(SYS_mmap, at, (size_t)SIZE, PROT_READ | PROT_WRITE, flags, -1, 0L)
                  : mmap(at, SIZE, PROT_READ | PROT_WRITE, flags, -1, 0);
    must(p != MAP_FAILED);
    return p;
}

/* In the place of a mapping that is gone, unless another thread has come first. */
static int *place(void *hole, int raw) { return map(hole, 0, raw); }
static void place_over(int *p, int raw) { must(map(p, MAP_FIXED, raw) == p); }

static void take_away(int *p, size_t size, int raw) { must((raw ? (int)syscall(SYS_munmap, p, size) : munmap(p, size)) == 0); }

static void fresh(int *p, int seed)
{
    quiet_check("fresh on the device", dev_sum(p, N), 0);
    quiet_check("fresh", host_sum(p, N), 0);
    host_fill(p, N, seed);
    quiet_check("upload", dev_wrong(p, N, seed), 0);
    dev_add(p, N, 1);
}

static void reuse(int raw)
{
    int *p = place(NULL, raw);
    for (int round = 0; round < 4; round++) {
        fresh(p, round);
        take_away(p, SIZE, raw); /* with results, then clean, then dirty */
        p = place(p, raw);
        host_fill(p, N, round + 10);
        quiet_check("new", dev_wrong(p, N, round + 10), 0);
        dev_fill(p, N, 3);
        place_over(p, raw);
        fresh(p, round + 20);
        place_over(p, raw);
    }
    dev_fill(p, N, 4);
    must(munmap((char *)p + SIZE / 4, SIZE / 4) == 0); /* a hole, which may be another's soon */
    quiet_check("before the hole", host_wrong(p, N / 4, 4), 0);
    long rest = 0;
    for (long i = N / 2; i < N; i++)
        rest += p[i] != VALUE(4, i);
    quiet_check("behind the hole", rest, 0);
    quiet_check("before the hole, on the device", dev_wrong(p, N / 4, 4), 0);
    dev_fill(p + N / 2, N / 2, 5);
    quiet_check("behind the hole, refilled", host_wrong(p + N / 2, N / 2, 5), 0);
    take_away(p, SIZE / 4, raw);
    take_away(p + N / 2, SIZE / 2, raw);
    check("raw", raw, raw);
}

int main(int argc, char **argv)
{
    reuse(argc > 1 && strcmp(argv[1], "raw") == 0);
    return status();
}
