// process_madvise of the process itself, which discards results where the kernel allows it; madvise over a hole; guards
// (MADV_GUARD_INSTALL, Linux 6.13), behind which memory is empty.
#define _GNU_SOURCE
#include "torture.h"
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { N = 65536 };

static char *mapping(size_t bytes)
{
    char *p = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(p != MAP_FAILED);
    return p;
}

/* Of a kernel that refuses, both halves stay. */
static void discard_half(void)
{
    int *p = (int *)mapping(N * sizeof(int)), half = N / 2;
    dev_fill(p, N, 4);
    int process = (int)syscall(SYS_pidfd_open, getpid(), 0);
    struct iovec v = {p, half * sizeof *p};
    int gone = syscall(SYS_process_madvise, process, &v, 1, MADV_DONTNEED, 0) == (long)v.iov_len;
    long first = host_wrong(p, half, 4);
    check("discarded", gone ? host_sum(p, half) : first, 0);
    check("on the device", (dev_sum(p, half) == 0) == gone, 1);
    check("the rest", dev_wrong(p, N, 4) == first && host_wrong(p, N, 4) == first, 1);
}

/* The list of ranges is a result itself. */
static void list_in_result(void)
{
    int *p = (int *)mapping(N * sizeof(int)), *list = (int *)mapping(N * sizeof(int));
    int process = (int)syscall(SYS_pidfd_open, getpid(), 0);
    *(struct iovec *)list = (struct iovec){p, N * sizeof *p};
    long want = syscall(SYS_process_madvise, process, list, 1, 20 /* MADV_COLD */, 0);
    dev_add(list, N, 0);
    dev_fill(p, N, 6);
    check("as before", syscall(SYS_process_madvise, process, list, 1, 20, 0) == want, 1);
    check("cold", host_wrong(p, N, 6) + dev_wrong(p, N, 6), 0);
}

static void discard_over_hole(void)
{
    size_t bytes = N * sizeof(int), page = 4096; /* so small that no other thread maps something there */
    char *p = mapping(2 * bytes + page);
    dev_fill((int *)p, N, 1);
    dev_fill((int *)(p + bytes + page), N, 2);
    munmap(p + bytes, page);
    madvise(p, 2 * bytes + page, MADV_DONTNEED);
    check("before the hole", host_sum((int *)p, N), 0);
    check("behind it", host_sum((int *)(p + bytes + page), N), 0);
    check("on the device", dev_sum((int *)p, N), 0);
}

/* read: whether the host has read the results before. */
static void guard(int read)
{
    enum { INSTALL = 102, REMOVE = 103 };
    int *p = (int *)mapping(N * sizeof(int)), half = N / 2;
    dev_fill(p, N, 5);
    check("read", read ? host_wrong(p, N, 5) : 0, 0);
    int guarded = madvise(p, half * sizeof *p, INSTALL) == 0 && madvise(p, half * sizeof *p, REMOVE) == 0;
    check("behind the guard", guarded ? host_sum(p, half) : host_wrong(p, half, 5), 0);
    check("on the device", guarded ? dev_sum(p, half) : dev_wrong(p, half, 5), 0);
    check("the rest", p[half] == VALUE(5, half) && p[N - 1] == VALUE(5, N - 1), 1);
}

int main(void)
{
    discard_half();
    list_in_result();
    guard(0);
    guard(1);
    discard_over_hole();
    return status();
}
