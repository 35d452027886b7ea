/* uses.h: what a call's arguments are to the kernel, where the rung has it brought
 * home before. */
#ifndef OMP2CL_HEAP_USES_H
#define OMP2CL_HEAP_USES_H

#include "front.h"

#include <limits.h>
#include <sys/socket.h>

#define HOME(what)                        \
    do {                                  \
        if (UNLIKELY(heap_io_needs_home())) { \
            what;                         \
        }                                 \
    } while (0)
#define COUNT(n) ((n) < 0 ? 0 : (size_t)(n))

enum { MASK_BYTES = 8 }; /* of the kernel's sets of signals */

typedef void use(const void *p, size_t n);

/* The kernel writes at p. */
static inline void fills(const void *p, size_t n) {
    if (p != NULL && n > 0)
        heap_home(p, n);
}

/* The kernel reads at p. */
static inline void reads(const void *p, size_t n) {
    if (p != NULL && n > 0)
        heap_home_for_reading(p, n);
}

/* n things of a size; too many of them fail in the call itself. */
static inline void things(use *used, const void *p, size_t size, size_t n) {
    size_t bytes;
    if (!__builtin_mul_overflow(size, n, &bytes))
        used(p, bytes);
}

/* A path; where it ends is not looked for, as it may be no address at all. */
static inline void named(const void *path) { reads(path, PATH_MAX); }

static inline void mask(const void *set) { reads(set, MASK_BYTES); }

/* A socket's address that the kernel fills, and its length. */
static inline void address(const void *p, const void *length) {
    fills(p, sizeof(struct sockaddr_storage));
    fills(length, sizeof(socklen_t));
}

#endif
