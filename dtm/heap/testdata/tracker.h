/* tracker.h: a page tracker that only notes what it is told. Where io_needs_home
 * is set, "absent" pages are pages without access, which home makes accessible. */
#ifndef TRACKER_H
#define TRACKER_H

#include "check.h"

#include "../../pages/direct.h"
#include "../../pages/pages.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A system call that the room does not see. */
#define AROUND3(number, a, b, c, ...) direct_call(number, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define around(number, ...) AROUND3(number, __VA_ARGS__, 0, 0, 0)

/* volatile: the C library's headers say that its functions do not call back. */
static volatile struct {
    int gone, home, forks;
    uintptr_t gone_lo, gone_hi, home_lo, home_hi;
    int needs_home;
} tracker;

void omp2cl_pages_gone(uintptr_t lo, uintptr_t hi) {
    tracker.gone++;
    tracker.gone_lo = lo;
    tracker.gone_hi = hi;
    errno = 99; /* the hooks keep errno */
}

int omp2cl_pages_home(uintptr_t lo, size_t n) {
    tracker.home++;
    tracker.home_lo = lo;
    tracker.home_hi = lo + n;
    errno = 98;
    if (tracker.needs_home)
        around(SYS_mprotect, lo & -4096ul, (n + (lo & 4095) + 4095) & -4096ul, PROT_READ | PROT_WRITE);
    return 0;
}

int omp2cl_pages_home_for_reading(uintptr_t lo, size_t n) { return omp2cl_pages_home(lo, n); }
int omp2cl_pages_io_needs_home(void) { return tracker.needs_home; }

/* Forgets what was noted. */
static inline void forget(void) {
    tracker.gone = tracker.home = 0;
    tracker.gone_lo = tracker.gone_hi = tracker.home_lo = tracker.home_hi = 0;
}

static inline int was_gone(const void *p, size_t n) {
    int yes = tracker.gone == 1 && tracker.gone_lo == (uintptr_t)p && tracker.gone_hi == (uintptr_t)p + n;
    forget();
    return yes;
}

static inline int nothing_told(void) {
    int yes = tracker.gone == 0 && tracker.home == 0;
    forget();
    return yes;
}

static inline void track(const void *p, size_t n) { omp2cl_heap_tracked((uintptr_t)p, (uintptr_t)p + n); }

#endif
