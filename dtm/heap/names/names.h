/* names.h: what the files that define names of the C library say to each other.
 * They are linked into a program as one object, beside the runtime library, by
 * the omp2cl command alone: an archive would give malloc to every program that
 * is linked with it. */
#ifndef OMP2CL_HEAP_NAMES_H
#define OMP2CL_HEAP_NAMES_H

#include "../inner.h"

#include <sys/uio.h>

/* The names are weak, so that a program's own definitions win. */
#define IN_FRONT __attribute__((weak, visibility("default"), used))

#pragma GCC visibility push(hidden)

/* ---- next.c: the functions that ours stand in front of ---- */

/* The definition of a name behind ours, or NULL in a static program. */
void *heap_next(const char *name);
/* Whether the program has a dynamic linker. */
bool heap_dynamic(void);

/* The allocator for what is not ours: the C library's, or a foreign one. */
struct allocator {
    void *(*malloc)(size_t);
    void *(*calloc)(size_t, size_t);
    void *(*realloc)(void *, size_t);
    void *(*memalign)(size_t, size_t);
    void (*free)(void *);
    size_t (*usable)(void *);
    /* A foreign one's, where it has them: it may have no memalign, or make that by another. */
    int (*posix_memalign)(void **, size_t, size_t);
    void *(*aligned_alloc)(size_t, size_t);
    void *(*valloc)(size_t);
    void *(*pvalloc)(size_t);
};
extern struct allocator heap_other;
/* Requests from here on may be ours: 0 before the first call, SMALLEST while small
 * ones may be, then EXCLUSIVE; SIZE_MAX where the room steps aside. */
extern size_t heap_threshold;
/* Decides whether the room steps aside, at the first call. */
void heap_decide(void);
/* Code of a foreign allocator's: its own mappings are not the application's. */
bool heap_foreign_caller(const void *code);

/* ---- small_blocks.c ---- */

/* Whether a request of SMALLEST to EXCLUSIVE bytes by code at caller gets a page. */
bool heap_page_for(const void *caller);

/* ---- malloc.c: the malloc family under names that nothing else has ---- */

void *heap_malloc(size_t n);
void *heap_calloc(size_t n, size_t size);
void *heap_realloc(void *p, size_t n);
void heap_free(void *p);

/* Says that the program installs a handler. */
void heap_note_handler(int sig, const void *handler);

/* ---- mappings.c: the mapping calls under names that nothing else has ---- */

void *heap_map(void *at, size_t n, int prot, int flags, int fd, long offset, const void *caller);
int heap_munmap(void *p, size_t n);
void *heap_mremap(void *old, size_t n, size_t m, int flags, ...);
int heap_madvise(void *p, size_t n, int advice);
ssize_t heap_process_madvise(int process, const struct iovec *v, size_t n, int advice, unsigned flags);
int heap_mprotect(void *p, size_t n, int prot);
int heap_pkey_mprotect(void *p, size_t n, int prot, int key);
void *heap_shmat(int id, const void *at, int flags);

/* ---- descriptors.c ---- */

/* close_range that leaves the tracker's descriptors alone; and whether one is none of them. */
int heap_close_between(unsigned first, unsigned last, int flags);
bool heap_may_close(int fd);

/* ---- remap.c ---- */

/* What mremap does, for a private anonymous mapping [lo, lo + n) that the kernel has
 * in several pieces: the new address; -1 and errno. */
long heap_remap_pieces(uintptr_t lo, size_t n, size_t m, int flags, void *fixed, unsigned prot);

/* ---- stacks.c ---- */

/* The thread ends: what stood in for a stack for handlers goes. */
void heap_end_stacks(void);

/* ---- io.c ---- */

/* Memory that others write whenever they like comes home, and is not tracked before it
 * is freed. */
void heap_lend(const void *p, size_t n);

/* What a system call that is made by its number needs at home, comes home. */
void heap_before_call(long number, const long arguments[6]);

/* ---- small.c ---- */

/* The same for names and small structures. */
void heap_before_small_call(long number, const long arguments[6]);
void heap_before_ioctl(unsigned long request, const void *argument);
/* The number of the i-th system call that it knows; -1 behind the last. */
long heap_small_call(size_t i);

/* ---- the rest ---- */

/* Whether all names that a file defines are its own in this program. */
bool heap_mappings_in_force(void);
bool heap_libraries_in_force(void);
bool heap_io_in_force(void);
bool heap_signals_in_force(void);
bool heap_exits_in_force(void);

/* ---- exits.c ---- */

void heap_run_exit_handlers(int status);

#pragma GCC visibility pop
#endif
