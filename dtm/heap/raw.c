/* raw.c: system calls that go around the room, for its own memory. */
#define _GNU_SOURCE
#include "inner.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void *raw_map(size_t n) {
    int saved = errno;
    long p = heap_call(SYS_mmap, NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L);
    errno = saved;
    return p == -1 ? NULL : (void *)p;
}

void raw_unmap(void *p, size_t n) {
    int saved = errno;
    heap_call(SYS_munmap, p, n);
    errno = saved;
}

int raw_advise(void *p, size_t n, int advice) {
    int saved = errno;
    int result = heap_call(SYS_madvise, p, n, advice) == 0 ? 0 : -errno;
    errno = saved;
    return result;
}

void *raw_remap(void *old, size_t n, size_t m, int flags, void *to) {
    int saved = errno;
    long p = heap_call(SYS_mremap, old, n, m, flags, to);
    errno = saved;
    return p == -1 ? NULL : (void *)p;
}

void heap_die(const char *message) {
    if (write(STDERR_FILENO, message, strlen(message)) < 0) { /* nothing more can be done */
    }
    abort();
}
