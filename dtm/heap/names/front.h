/* front.h: a table of the functions of the C library that ours stand in front
 * of. FRONT defines one: what it does first, and that it then calls the function
 * behind it with the same arguments, as a tail call where that can be, so that
 * errno and cancellation are the C library's. */
#ifndef OMP2CL_HEAP_FRONT_H
#define OMP2CL_HEAP_FRONT_H

#include "names.h"

#include <errno.h>

struct front {
    const char *name;
    void **next;      /* the function behind */
    const void *ours;                /* what should be called under the name, */
    const void *volatile name_means; /* and what is: not for the compiler to guess */
};

/* The next function, found at start, or at the first call if that comes earlier. */
#define NEXT(name) (LIKELY(next_##name != NULL) ? next_##name : (next_##name = heap_next(#name)))

#define FRONT(table, result, name, parameters, arguments, failure, before)                          \
    static result(*next_##name) parameters;                                                        \
    static result heap_##name parameters {                                                         \
        before;                                                                                    \
        if (UNLIKELY(NEXT(name) == NULL)) {                                                        \
            errno = ENOSYS;                                                                        \
            return failure;                                                                        \
        }                                                                                          \
        return next_##name arguments;                                                              \
    }                                                                                              \
    IN_FRONT result name parameters __attribute__((alias("heap_" #name)));                         \
    static const struct front front_##name __attribute__((section(#table), used)) = {              \
        #name, (void **)&next_##name, (const void *)heap_##name, (const void *)name};

#endif
