/* copies.c: calls that copy the process as fork does, without its handlers. Those that
 * share the memory, as threads do and vfork does, need nothing. */
#define _GNU_SOURCE
#include "front.h"

#include <sched.h>
#include <stdarg.h>
#include <unistd.h>

pid_t _Fork(void); /* of a C library from 2021 on */

static pid_t (*next__Fork)(void);

static pid_t heap__Fork(void) {
    if (next__Fork == NULL && (next__Fork = (pid_t(*)(void))heap_next("_Fork")) == NULL) {
        errno = ENOSYS;
        return -1;
    }
    heap_copying();
    pid_t pid = next__Fork();
    heap_copied(pid);
    return pid;
}

IN_FRONT pid_t _Fork(void) __attribute__((alias("heap__Fork")));

struct start {
    int (*run)(void *);
    void *argument;
};

static int begin(void *start) {
    struct start s = *(struct start *)start; /* a copy of the parent's */
    heap_copied(0);
    return s.run(s.argument);
}

typedef int clone_call(int (*)(void *), void *, int, void *, ...);
static clone_call *next_clone;

static int heap_clone(int (*run)(void *), void *stack, int flags, void *argument, ...) {
    va_list rest;
    va_start(rest, argument);
    pid_t *parent = va_arg(rest, pid_t *);
    void *tls = va_arg(rest, void *);
    pid_t *child = va_arg(rest, pid_t *);
    va_end(rest);
    if (next_clone == NULL && (next_clone = (clone_call *)heap_next("clone")) == NULL) {
        errno = ENOSYS;
        return -1;
    }
    if (flags & CLONE_VM)
        return next_clone(run, stack, flags, argument, parent, tls, child);
    struct start s = {run, argument};
    heap_copying();
    int pid = next_clone(run == NULL ? NULL : begin, stack, flags, &s, parent, tls, child);
    heap_copied(pid);
    return pid;
}

IN_FRONT int clone(int (*run)(void *), void *stack, int flags, void *argument, ...) __attribute__((alias("heap_clone")));

/* Calls may come from signal handlers, where nothing can be looked up. */
__attribute__((constructor(101))) static void look_up(void) {
    next__Fork = (pid_t(*)(void))heap_next("_Fork");
    next_clone = (clone_call *)heap_next("clone");
}
