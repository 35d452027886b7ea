// Buffers registered with io_uring, by plain system calls: the kernel keeps the pages that they have then, whatever the
// device does with the memory afterwards.
#define _GNU_SOURCE
#include "torture.h"
#include "../parts/temporary.h"
#include <linux/io_uring.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>

enum { N = 200000, BYTES = N * sizeof(int) };

static struct {
    int fd;
    struct io_uring_params about;
    char *submitted, *completed;
    struct io_uring_sqe *entries;
} ring;

static void *shared(size_t n, off_t which)
{
    void *p = mmap(0, n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring.fd, which);
    must(p != MAP_FAILED);
    return p;
}

/* 0 where there is no io_uring. */
static int open_ring(void)
{
    struct io_uring_params *a = &ring.about;
    ring.fd = (int)syscall(SYS_io_uring_setup, 8, a);
    if (ring.fd < 0)
        return 0;
    ring.submitted = shared(a->sq_off.array + a->sq_entries * sizeof(unsigned), IORING_OFF_SQ_RING);
    ring.completed = shared(a->cq_off.cqes + a->cq_entries * sizeof(struct io_uring_cqe), IORING_OFF_CQ_RING);
    ring.entries = shared(a->sq_entries * sizeof *ring.entries, IORING_OFF_SQES);
    return 1;
}

#define WORD(of, at) ((unsigned *)(ring.of + ring.about.at))

/* One operation on the first registered buffer; what it returns. */
static long run(int operation, int file, int *p)
{
    unsigned *tail = WORD(submitted, sq_off.tail), at = *tail & *WORD(submitted, sq_off.ring_mask);
    ring.entries[at] = (struct io_uring_sqe){.opcode = operation, .fd = file, .addr = (uintptr_t)p, .len = BYTES};
    WORD(submitted, sq_off.array)[at] = at;
    __atomic_store_n(tail, *tail + 1, __ATOMIC_RELEASE);
    must(syscall(SYS_io_uring_enter, ring.fd, 1, 1, IORING_ENTER_GETEVENTS, NULL, 0) == 1);
    unsigned *head = WORD(completed, cq_off.head);
    while (__atomic_load_n(WORD(completed, cq_off.tail), __ATOMIC_ACQUIRE) == *head) /* a signal came */
        syscall(SYS_io_uring_enter, ring.fd, 0, 1, IORING_ENTER_GETEVENTS, NULL, 0);
    struct io_uring_cqe *done = (struct io_uring_cqe *)WORD(completed, cq_off.cqes);
    long result = done[*head & *WORD(completed, cq_off.ring_mask)].res;
    __atomic_store_n(head, *head + 1, __ATOMIC_RELEASE);
    return result;
}

static void exchange(int file, int *p, int *other, int seed)
{
    host_fill(other, N, seed);
    must(pwrite(file, other, BYTES, 0) == BYTES);
    dev_fill(p, N, seed + 1);
    quiet_check("read", run(IORING_OP_READ_FIXED, file, p), BYTES);
    quiet_check("on the device", dev_wrong(p, N, seed), 0);
    quiet_check("on the host", host_wrong(p, N, seed), 0);
    dev_fill(p, N, seed + 2);
    quiet_check("write", run(IORING_OP_WRITE_FIXED, file, p), BYTES);
    must(pread(file, other, BYTES, 0) == BYTES);
    quiet_check("in the file", host_wrong(other, N, seed + 2), 0);
}

int main(void)
{
    int *p = malloc(BYTES), *other = malloc(BYTES);
    must(p && other);
    if (!open_ring())
        return 0;
    dev_fill(p, N, 1);
    struct iovec v = {p, BYTES};
    if (syscall(SYS_io_uring_register, ring.fd, IORING_REGISTER_BUFFERS, &v, 1) != 0) /* too much locked memory */
        return 0;
    quiet_check("registered", host_wrong(p, N, 1), 0);
    int file = temporary(0);
    for (int seed = 5; seed < 20; seed += 5)
        exchange(file, p, other, seed);
    return status();
}
