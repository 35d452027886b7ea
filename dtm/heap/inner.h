/* inner.h: what the files of the room say to each other. */
#ifndef OMP2CL_HEAP_INNER_H
#define OMP2CL_HEAP_INNER_H

#include "heap.h"

#include "../pages/direct.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

#if defined(__x86_64__)
#define PAGE_SHIFT 12
#else
#define PAGE_SHIFT 16 /* the largest page in use, a multiple of the others */
#endif
#define PAGE ((uintptr_t)1 << PAGE_SHIFT)
#define HUGE_SHIFT 21
#define HUGE ((uintptr_t)1 << HUGE_SHIFT)

/* Requests from here on get pages of their own. */
#define EXCLUSIVE ((size_t)4 << 10)
/* So do some from here on: see names/small_blocks.c. */
#define SMALLEST ((size_t)128)
/* Blocks from here on are aligned to huge pages and advised to use them. */
#define LARGE ((size_t)4 << 20)

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

static inline uintptr_t round_up(uintptr_t n, uintptr_t to) { return (n + to - 1) & ~(to - 1); }
static inline uintptr_t round_down(uintptr_t n, uintptr_t to) { return n & ~(to - 1); }

/* A system call around the C library, which sets errno like its functions. */
static inline long heap_result(long r) {
    if ((unsigned long)r <= -4096ul)
        return r;
    errno = (int)-r;
    return -1;
}

#define HEAP_CALL6(number, a, b, c, d, e, f, ...) \
    heap_result(direct_call(number, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f)))
#define heap_call(number, ...) HEAP_CALL6(number, __VA_ARGS__, 0, 0, 0, 0, 0, 0)

#pragma GCC visibility push(hidden)

/* ---- pages.c: the page tracker, where it is linked in ---- */

/* Memory in [lo, hi) is about to die. Of a tracked range that reaches further the
 * rest comes home: the tracker would go on to track pages of others. */
void heap_dying(uintptr_t lo, uintptr_t hi);
/* Its contents are about to be lost, but not the memory. Whether some of it was tracked. */
bool heap_discarding(uintptr_t lo, uintptr_t hi);
/* Its values come home, and it is tracked no longer, as a whole as well. */
void heap_leaving(uintptr_t lo, uintptr_t hi);
/* Values in [p, p + n) come home, for a system call that may write there, or
 * that only reads. */
void heap_home(const void *p, size_t n);
void heap_home_for_reading(const void *p, size_t n);
/* All of [p, p + n) is about to be overwritten. */
void heap_overwriting(const void *p, size_t n);
/* Whether a system call may fail on tracked memory. */
bool heap_io_needs_home(void);
void heap_track(uintptr_t lo, uintptr_t hi);
/* The lowest of the tracker's descriptors from a number on; -1 if there is none. */
int heap_next_descriptor(unsigned from);
/* Whether there has been tracked memory, and whether some of [lo, hi) is. */
bool heap_some_tracked(void);
bool heap_tracked(uintptr_t lo, uintptr_t hi);
void heap_lock_tracked(void);
void heap_unlock_tracked(void);
void heap_reset_tracked(void);

/* ---- blocks.c: pages for blocks ---- */

/* A block of n bytes (n > 0), aligned to align (a power of two); *zero says
 * whether it holds only zeros. NULL when there is no memory. */
void *heap_take(size_t n, size_t align, bool *zero);
/* The size of the block that begins at p, or 0 if none of ours does. */
size_t heap_block_size(const void *p);
/* Gives a block back; p is the beginning of one of ours. */
void heap_give(void *p);
/* Makes a block n bytes long where it is; false if it cannot. */
bool heap_resize(void *p, size_t n);
/* Makes a huge block longer by moving its pages; NULL if it cannot. */
void *heap_move(void *p, size_t n);
/* Brings the first n bytes of the block that begins at p home, as a whole, before
 * they are read. */
void heap_gather(const void *p, size_t n);
/* The extent of the block around an address; false if there is none. */
bool heap_block_around(uintptr_t address, uintptr_t *lo, uintptr_t *hi);
/* Whether the address is in memory of the allocator's, a block or not. */
bool heap_in_span(uintptr_t address);
/* Marks the blocks that overlap [lo, hi), so that their death is reported. */
void heap_mark_tracked(uintptr_t lo, uintptr_t hi);
/* How many blocks of one page have been marked. */
size_t heap_pages_marked(void);
void heap_lock_blocks(void);
void heap_unlock_blocks(void);
void heap_reset_blocks(void);

/* ---- ranges.c: sorted sets of address ranges ---- */

struct range {
    uintptr_t lo, hi;
    unsigned kind, prot;
};
struct ranges {
    struct range *list;
    size_t n, room;
};
/* The index of the first range that ends behind address. */
size_t ranges_after(const struct ranges *set, uintptr_t address);
/* The range that holds address, or NULL. */
const struct range *ranges_at(const struct ranges *set, uintptr_t address);
bool ranges_overlap(const struct ranges *set, uintptr_t lo, uintptr_t hi);
/* Takes [lo, hi) out of the set; false when there is no memory for it. */
bool ranges_carve(struct ranges *set, uintptr_t lo, uintptr_t hi);
/* Puts a range in, in place of what was there. */
bool ranges_put(struct ranges *set, struct range r);

/* ---- registry.c: the application's mappings ---- */

void heap_lock_registry(void);
void heap_unlock_registry(void);
void heap_reset_registry(void);
/* A mapping has come, or gone, or its protection has changed. */
void heap_mapped(uintptr_t lo, uintptr_t hi, unsigned kind, unsigned prot);
void heap_unmapped(uintptr_t lo, uintptr_t hi);
void heap_protected(uintptr_t lo, uintptr_t hi, unsigned prot);
bool heap_mapping_at(uintptr_t address, struct range *found);
/* Memory that must not be tracked though its kind allows it (stdio buffers). */
void heap_exclude(uintptr_t lo, uintptr_t hi);
/* Cuts an extent around an address to the pages that do not hold such memory;
 * false if the address is not in one of them. */
bool heap_clip(uintptr_t address, uintptr_t *lo, uintptr_t *hi);

/* ---- segments.c ---- */

int heap_segment_kind(uintptr_t address, uintptr_t *lo, uintptr_t *hi);
/* A library is about to be closed, and others with it that only it needs: what is
 * tracked in libraries comes home and is tracked no longer. */
void heap_unloading(void);

/* ---- exits.c ---- */

/* An exit handler is registered for the object that owner lies in; NULL is the
 * executable. Whether that is the program's, not the system's. */
bool heap_exit_handler(const void *owner);
/* One of the program's has run before its turn. */
void heap_exit_handler_ran(void);
/* Libraries may be unloaded, and others come in their places. */
void heap_exit_forget(void);
/* Whether the object that an address lies in is the program's, not the system's. */
bool heap_of_program(const void *owner);

/* ---- locks that a forking thread may enter while it holds them ---- */

extern __thread int heap_forking __attribute__((tls_model("initial-exec")));
static inline void heap_enter(pthread_mutex_t *m) {
    if (LIKELY(!heap_forking))
        pthread_mutex_lock(m);
}
static inline void heap_exit(pthread_mutex_t *m) {
    if (LIKELY(!heap_forking))
        pthread_mutex_unlock(m);
}

/* The same for a lock that a signal handler may want, with signals blocked. */
static inline void heap_enter_quietly(pthread_mutex_t *m, sigset_t *old) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, old);
    heap_enter(m);
}
static inline void heap_exit_quietly(pthread_mutex_t *m, const sigset_t *old) {
    heap_exit(m);
    pthread_sigmask(SIG_SETMASK, old, NULL);
}

/* ---- forks.c ---- */

/* Around a call that copies the process and runs no handlers of fork, which may be
 * made by a handler of a signal: everything is at home in the child. child is what
 * the call has returned, or 0. The allocator's locks are left alone. */
void heap_copying(void);
void heap_copied(long child);

/* ---- raw.c: system calls that go around the room ---- */

void *raw_map(size_t n);                                    /* NULL when there is none */
void raw_unmap(void *p, size_t n);
int raw_advise(void *p, size_t n, int advice);              /* 0, or -errno */
void *raw_remap(void *old, size_t n, size_t m, int flags, void *to); /* NULL on error */
_Noreturn void heap_die(const char *message);

/* ---- names/: the files that define names of the C library ---- */

/* What of them is in force, as omp2cl_heap_hook; absent where they are not
 * linked in. */
struct heap_names {
    unsigned (*in_force)(void);
    void (*run_exit_handlers)(int status);
};
extern const struct heap_names heap_names __attribute__((weak));

#pragma GCC visibility pop
#endif
