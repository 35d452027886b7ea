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

/* An argument that may be an address, or a small number. */
static inline void address_or_number(const void *p, size_t n) {
    if ((uintptr_t)p >= 4096)
        fills(p, n);
}

enum { MOST_TEXT = 128 << 10 }; /* the kernel's limit for an argument of a new program */

static inline void text(const char *p) { reads(p, MOST_TEXT); }

/* A list of strings with NULL at its end. Looking at it brings it home. */
static inline void texts(char *const *list) {
    for (; list != NULL && *list != NULL; list++)
        text(*list);
}

/* A socket's address that the kernel fills, and its length. */
static inline void address(const void *p, const void *length) {
    fills(p, sizeof(struct sockaddr_storage));
    fills(length, sizeof(socklen_t));
}

/* ---- functions in one table, heap_small: small.c, rare.c ---- */

#define SMALL(result, name, parameters, arguments, what) \
    FRONT(heap_small, result, name, parameters, arguments, -1, HOME(what))
#define OBJECT(p) fills(p, sizeof *(p))
#define VALUE(p) reads(p, sizeof *(p))

/* A function with an argument list of any length in the headers. */
#define VARIADIC(name, parameters, arguments, what) FREELY(name, parameters, arguments, HOME(what))
#define FREELY(name, parameters, arguments, before)                                                \
    static int(*next_##name) parameters;                                                           \
    static int heap_##name parameters {                                                            \
        before;                                                                                    \
        if (UNLIKELY(NEXT(name) == NULL)) {                                                        \
            errno = ENOSYS;                                                                        \
            return -1;                                                                             \
        }                                                                                          \
        return next_##name arguments;                                                              \
    }                                                                                              \
    IN_FRONT int ours_##name parameters __asm__(#name) __attribute__((alias("heap_" #name)));      \
    static const struct front front_##name __attribute__((section("heap_small"), used)) = {        \
        #name, (void **)&next_##name, (const void *)heap_##name, (const void *)ours_##name};

#endif
