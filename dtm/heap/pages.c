/* pages.c: the page tracker as the room sees it. The tracker is another room; in
 * a program without it (a test's) nothing is tracked and the hooks are empty. */
#include "inner.h"

#include "../pages/pages.h"

#include <errno.h>

#pragma weak omp2cl_pages_gone
#pragma weak omp2cl_pages_home
#pragma weak omp2cl_pages_home_for_reading
#pragma weak omp2cl_pages_io_needs_home
#pragma weak omp2cl_pages_overwritten
#pragma weak omp2cl_pages_next_descriptor

/* The memory that was said to be tracked. Blocks have a mark of their own, so
 * that a free need not look here. */
static struct ranges tracked;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int some; /* there has been tracked memory */

void heap_track(uintptr_t lo, uintptr_t hi) {
    sigset_t old;
    heap_enter_quietly(&lock, &old);
    ranges_put(&tracked, (struct range){.lo = lo, .hi = hi});
    heap_exit_quietly(&lock, &old);
    atomic_store_explicit(&some, 1, memory_order_release);
}

bool heap_some_tracked(void) { return atomic_load_explicit(&some, memory_order_acquire); }

bool heap_tracked(uintptr_t lo, uintptr_t hi) {
    if (LIKELY(!heap_some_tracked()))
        return false;
    sigset_t old;
    heap_enter_quietly(&lock, &old);
    bool found = ranges_overlap(&tracked, lo, hi);
    heap_exit_quietly(&lock, &old);
    return found;
}

static void forget(uintptr_t lo, uintptr_t hi) {
    sigset_t old;
    heap_enter_quietly(&lock, &old);
    ranges_carve(&tracked, lo, hi);
    heap_exit_quietly(&lock, &old);
}

static void gone(uintptr_t lo, uintptr_t hi) {
    int saved = errno;
    if (omp2cl_pages_gone != NULL)
        omp2cl_pages_gone(lo, hi);
    errno = saved;
}

/* The tracker forgets an object as a whole, or keeps all of it. This widens a
 * range to all of the tracked ranges that it overlaps; false if there is none. */
static bool widen(uintptr_t *lo, uintptr_t *hi) {
    if (!heap_tracked(*lo, *hi))
        return false;
    sigset_t old;
    heap_enter_quietly(&lock, &old);
    size_t i = ranges_after(&tracked, *lo);
    if (i < tracked.n && tracked.list[i].lo < *lo)
        *lo = tracked.list[i].lo;
    for (; i < tracked.n && tracked.list[i].lo < *hi; i++)
        if (tracked.list[i].hi > *hi)
            *hi = tracked.list[i].hi;
    heap_exit_quietly(&lock, &old);
    return true;
}

void heap_dying(uintptr_t lo, uintptr_t hi) {
    uintptr_t first = lo, last = hi;
    if (!widen(&first, &last))
        return;
    if (first < lo)
        heap_home((const void *)first, lo - first);
    if (hi < last)
        heap_home((const void *)hi, last - hi);
    forget(first, last);
    gone(first, last);
}

bool heap_discarding(uintptr_t lo, uintptr_t hi) {
    if (!heap_tracked(lo, hi))
        return false;
    gone(lo, hi);
    return true;
}

void heap_leaving(uintptr_t lo, uintptr_t hi) {
    if (!widen(&lo, &hi))
        return;
    heap_home((const void *)lo, hi - lo);
    forget(lo, hi);
    gone(lo, hi);
}

void heap_home(const void *p, size_t n) {
    int saved = errno;
    if (omp2cl_pages_home != NULL)
        omp2cl_pages_home((uintptr_t)p, n);
    errno = saved;
}

void heap_home_for_reading(const void *p, size_t n) {
    int saved = errno;
    if (omp2cl_pages_home_for_reading != NULL)
        omp2cl_pages_home_for_reading((uintptr_t)p, n);
    errno = saved;
}

void heap_overwriting(const void *p, size_t n) {
    if (heap_some_tracked() && omp2cl_pages_overwritten != NULL)
        omp2cl_pages_overwritten((uintptr_t)p, n);
}

bool heap_io_needs_home(void) {
    return heap_some_tracked() && omp2cl_pages_io_needs_home != NULL &&
           omp2cl_pages_io_needs_home() != 0;
}

int heap_next_descriptor(unsigned from) {
    return omp2cl_pages_next_descriptor != NULL ? omp2cl_pages_next_descriptor(from) : -1;
}

void heap_lock_tracked(void) { pthread_mutex_lock(&lock); }
void heap_unlock_tracked(void) { pthread_mutex_unlock(&lock); }
void heap_reset_tracked(void) { pthread_mutex_init(&lock, NULL); }
