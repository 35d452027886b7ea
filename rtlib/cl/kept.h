/* kept.h: memory that lives as long as the program, or as Go code wants it.
 *
 * The pointers to it are in Go's memory, which a leak checker does not read: without
 * this, a program that was built with -fsanitize=address ends with a report of leaks
 * that are ours, and a failure. */
#ifndef OMP2CL_KEPT_H
#define OMP2CL_KEPT_H

#include <stddef.h>

/* Of the leak checker, if the program has one. */
extern void __lsan_ignore_object(const void *p) __attribute__((weak));

static inline void *ocl_kept(void *p) {
    if (p != NULL && __lsan_ignore_object != NULL)
        __lsan_ignore_object(p);
    return p;
}

#endif
