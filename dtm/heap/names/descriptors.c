/* descriptors.c: calls that close descriptors leave the tracker's alone, which the
 * program cannot know: it closes them in a row with others, or in search of its own.
 * To the program they are not open. */
#define _GNU_SOURCE
#include "front.h"

#include <limits.h>
#include <sys/resource.h>
#include <unistd.h>

static bool kept(int fd) { return fd >= 0 && UNLIKELY(heap_next_descriptor((unsigned)fd) == fd); }

/* A call that fails with an error number. */
#define FAIL(error)      \
    do {                 \
        errno = (error); \
        return -1;       \
    } while (0)

int heap_close_between(unsigned first, unsigned last, int flags) {
    if (first > last)
        FAIL(EINVAL);
    for (;;) {
        int next = heap_next_descriptor(first);
        unsigned end = next < 0 || (unsigned)next > last ? last : (unsigned)next - 1;
        if ((next < 0 || (unsigned)next > first) && heap_call(SYS_close_range, first, end, flags) == -1)
            return -1;
        if (end == last || (unsigned)next == last)
            return 0;
        first = (unsigned)next + 1;
    }
}

static void each_from(int low) {
    struct rlimit l;
    rlim_t end = getrlimit(RLIMIT_NOFILE, &l) == 0 && l.rlim_cur < INT_MAX ? l.rlim_cur : INT_MAX;
    for (int fd = low; (rlim_t)fd < end; fd++)
        if (!kept(fd))
            heap_call(SYS_close, fd);
}

/* Whether the call was done without the C library. */
static bool closed_from(int low) {
    int saved = errno;
    low = low < 0 ? 0 : low;
    if (heap_next_descriptor((unsigned)low) < 0)
        return false;
    if (heap_close_between((unsigned)low, ~0u, 0) == -1)
        each_from(low);
    errno = saved;
    return true;
}

FRONT(heap_descriptors, int, close, (int fd), (fd), -1, if (kept(fd)) FAIL(EBADF))
FRONT(heap_descriptors, int, dup2, (int fd, int to), (fd, to), -1, if (kept(fd)) FAIL(EBADF); if (kept(to)) FAIL(EBUSY))
FRONT(heap_descriptors, int, dup3, (int fd, int to, int flags), (fd, to, flags), -1, if (kept(fd)) FAIL(EBADF);
      if (kept(to)) FAIL(EBUSY))
FRONT(heap_descriptors, int, close_range, (unsigned first, unsigned last, int flags), (first, last, flags), -1,
      if (heap_next_descriptor(first) >= 0) return heap_close_between(first, last, flags))
FRONT(heap_descriptors, void, closefrom, (int low), (low), , if (closed_from(low)) return)

bool heap_may_close(int fd) { return !kept(fd); }

extern const struct front __start_heap_descriptors[] __attribute__((visibility("hidden")));
extern const struct front __stop_heap_descriptors[] __attribute__((visibility("hidden")));

/* Calls may come from signal handlers, where nothing can be looked up. */
__attribute__((constructor(101))) static void look_up(void) {
    for (const struct front *f = __start_heap_descriptors; f < __stop_heap_descriptors; f++)
        if (*f->next == NULL)
            *f->next = heap_next(f->name);
}
