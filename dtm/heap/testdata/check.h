/* check.h: what the test programs share. CHECK ends the program where a
 * condition does not hold. */
#ifndef CHECK_H
#define CHECK_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "../heap.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                             \
    do {                                                                                             \
        if (!(condition)) {                                                                          \
            fprintf(stderr, "%s:%d: not so: %s (errno %d)\n", __FILE__, __LINE__, #condition, errno); \
            _Exit(1);                                                                                \
        }                                                                                            \
    } while (0)

/* Hides a pointer or number from the compiler. */
#define HIDE(x) ({ __typeof__(x) volatile hidden_ = (x); hidden_; })

/* The kind of the memory that p points into. */
static inline int kind(const void *p) {
    uintptr_t lo, hi;
    return omp2cl_heap_kind((uintptr_t)p, &lo, &hi);
}

/* Whether the extent around p is [first, last) and of the kind. */
static inline int extent_is(const void *p, int want, uintptr_t first, uintptr_t last) {
    uintptr_t lo = 0, hi = 0;
    return omp2cl_heap_kind((uintptr_t)p, &lo, &hi) == want && lo == first && hi == last;
}

#endif
