/* registry.c: the application's mappings. The mapping calls enter and remove
 * them; no lock is held over a system call. */
#include "inner.h"

#include <sys/mman.h>

static struct ranges mappings, excluded;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void heap_lock_registry(void) { pthread_mutex_lock(&lock); }
void heap_unlock_registry(void) { pthread_mutex_unlock(&lock); }
void heap_reset_registry(void) { pthread_mutex_init(&lock, NULL); }

void heap_mapped(uintptr_t lo, uintptr_t hi, unsigned kind, unsigned prot) {
    sigset_t old;
    heap_enter_quietly(&lock, &old);
    if (kind == OMP2CL_MEMORY_UNKNOWN)
        ranges_carve(&mappings, lo, hi);
    else
        ranges_put(&mappings, (struct range){lo, hi, kind, prot});
    heap_exit_quietly(&lock, &old);
}

void heap_unmapped(uintptr_t lo, uintptr_t hi) {
    sigset_t old;
    heap_enter_quietly(&lock, &old);
    ranges_carve(&mappings, lo, hi);
    ranges_carve(&excluded, lo, hi);
    heap_exit_quietly(&lock, &old);
}

void heap_protected(uintptr_t lo, uintptr_t hi, unsigned prot) {
    sigset_t old;
    heap_enter_quietly(&lock, &old);
    for (size_t i = ranges_after(&mappings, lo); i < mappings.n && mappings.list[i].lo < hi;) {
        struct range r = mappings.list[i];
        if (r.lo < lo)
            r.lo = lo;
        if (r.hi > hi)
            r.hi = hi;
        r.prot = prot;
        if (!ranges_put(&mappings, r))
            break;
        i = ranges_after(&mappings, r.hi);
    }
    heap_exit_quietly(&lock, &old);
}

bool heap_mapping_at(uintptr_t address, struct range *found) {
    sigset_t old;
    heap_enter_quietly(&lock, &old);
    const struct range *r = ranges_at(&mappings, address);
    if (r != NULL)
        *found = *r;
    heap_exit_quietly(&lock, &old);
    return r != NULL;
}

void heap_exclude(uintptr_t lo, uintptr_t hi) {
    sigset_t old;
    heap_enter_quietly(&lock, &old);
    ranges_put(&excluded, (struct range){.lo = lo, .hi = hi});
    heap_exit_quietly(&lock, &old);
    heap_mark_tracked(lo, hi); /* so that free forgets it */
}

bool heap_clip(uintptr_t address, uintptr_t *lo, uintptr_t *hi) {
    sigset_t old;
    heap_enter_quietly(&lock, &old);
    size_t i = ranges_after(&excluded, address);
    if (i < excluded.n && excluded.list[i].lo < *hi)
        *hi = round_down(excluded.list[i].lo, PAGE);
    if (i > 0 && excluded.list[i - 1].hi > *lo)
        *lo = round_up(excluded.list[i - 1].hi, PAGE);
    heap_exit_quietly(&lock, &old);
    return *lo <= address && address < *hi;
}
