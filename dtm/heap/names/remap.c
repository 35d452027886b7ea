/* remap.c: mremap of a mapping that is one to the program and several to the kernel:
 * what was tracked in parts stays apart. The kernel takes one at a time, so this
 * moves them one by one. */
#define _GNU_SOURCE
#include "names.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef MREMAP_DONTUNMAP
#define MREMAP_DONTUNMAP 4
#endif

/* A line of /proc/self/maps, "LO-HI ...", as its characters come. */
struct line {
    uintptr_t bound[2];
    int field;
};

static void add(struct line *l, char c) {
    int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (l->field < 2 && digit >= 0)
        l->bound[l->field] = l->bound[l->field] * 16 + (uintptr_t)digit;
    else
        l->field++;
}

/* The end of the kernel's mapping around an address; 0 if it cannot be found. */
static uintptr_t piece_end(uintptr_t at) {
    char text[4096];
    struct line l = {.field = 0};
    uintptr_t end = 0;
    int fd = (int)heap_call(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0)
        return 0;
    for (long n; end == 0 && (n = heap_call(SYS_read, fd, text, sizeof text)) > 0;)
        for (char *c = text; c < text + n && end == 0; c++) {
            if (*c != '\n') {
                add(&l, *c);
                continue;
            }
            if (l.bound[0] <= at && at < l.bound[1])
                end = l.bound[1];
            l = (struct line){.field = 0};
        }
    heap_call(SYS_close, fd);
    return end;
}

/* Moves n bytes; returns how many of them have been moved. */
static size_t move_pieces(uintptr_t from, size_t n, uintptr_t to, int extra) {
    size_t done = 0;
    while (done < n) {
        uintptr_t at = from + done, end = piece_end(at);
        size_t k = end == 0 ? 0 : end - at < n - done ? end - at : n - done;
        if (k == 0 || heap_call(SYS_mremap, at, k, k, MREMAP_MAYMOVE | MREMAP_FIXED | extra, to + done) == -1)
            return done;
        done += k;
    }
    return done;
}

static long reserve(uintptr_t at, size_t n, unsigned prot, int flags) {
    return heap_call(SYS_mmap, at, n, prot, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0L);
}

static bool grows_in_place(uintptr_t lo, size_t n, size_t m, unsigned prot) {
    long more = reserve(lo + n, m - n, prot, MAP_FIXED_NOREPLACE);
    if (more != -1 && (uintptr_t)more != lo + n)
        heap_call(SYS_munmap, more, m - n); /* a kernel that does not know the flag */
    return (uintptr_t)more == lo + n;
}

static long move_to(uintptr_t lo, size_t n, uintptr_t to, size_t m, int extra) {
    size_t done = move_pieces(lo, n, to, extra);
    if (done == n)
        return (long)to;
    if (move_pieces(to, done, lo, 0) != done)
        heap_die("omp2cl: a mapping could be moved only in part, and not back\n");
    heap_call(SYS_munmap, to, m);
    errno = ENOMEM;
    return -1;
}

long heap_remap_pieces(uintptr_t lo, size_t n, size_t m, int flags, void *fixed, unsigned prot) {
    int saved = errno;
    bool to_fixed = (flags & MREMAP_FIXED) != 0;
    n = round_up(n, PAGE);
    m = round_up(m, PAGE);
    if (!to_fixed && m > n && grows_in_place(lo, n, m, prot)) {
        errno = saved;
        return (long)lo;
    }
    if (!(flags & MREMAP_MAYMOVE)) {
        errno = ENOMEM;
        return -1;
    }
    long to = reserve((uintptr_t)(to_fixed ? fixed : NULL), m, prot, to_fixed ? MAP_FIXED : 0);
    if (to == -1)
        return -1;
    if (m < n) {
        heap_call(SYS_munmap, lo + m, n - m);
        n = m;
    }
    to = move_to(lo, n, (uintptr_t)to, m, flags & MREMAP_DONTUNMAP);
    if (to != -1)
        errno = saved;
    return to;
}
