/* mappings.c: the mapping calls. What dies is reported before the system may
 * give the addresses to another thread; what comes is entered afterwards. */
#define _GNU_SOURCE
#include "names.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef MADV_DONTNEED_LOCKED
#define MADV_DONTNEED_LOCKED 24
#endif
#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#endif
#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102 /* the contents go, and accesses fail */
#endif
#ifndef MREMAP_DONTUNMAP
#define MREMAP_DONTUNMAP 4
#endif

/* Mappings whose pages are not what the tracker can handle, or whose owner is
 * a foreign allocator, are not entered. */
#define UNTRACKABLE (MAP_GROWSDOWN | MAP_HUGETLB | MAP_LOCKED)

static unsigned kind_of(int flags, const void *caller) {
    int type = flags & MAP_TYPE;
    if (heap_foreign_caller(caller) || flags & UNTRACKABLE)
        return OMP2CL_MEMORY_UNKNOWN;
    if (type != MAP_PRIVATE)
        return OMP2CL_MEMORY_FILE_SHARED;
    return flags & MAP_ANONYMOUS ? OMP2CL_MEMORY_ANON : OMP2CL_MEMORY_FILE_PRIVATE;
}

static uintptr_t end_of(const void *p, size_t n) {
    uintptr_t lo = (uintptr_t)p;
    return n > UINTPTR_MAX - PAGE - lo ? round_down(UINTPTR_MAX, PAGE) : round_up(lo + n, PAGE);
}

void *heap_map(void *at, size_t n, int prot, int flags, int fd, off_t offset, const void *caller) {
    bool over = (flags & MAP_FIXED) != 0 && (flags & MAP_FIXED_NOREPLACE) != MAP_FIXED_NOREPLACE;
    heap_decide();
    if (over && n > 0 && (uintptr_t)at % PAGE == 0) {
        heap_leaving((uintptr_t)at, end_of(at, n)); /* the call may still fail */
        heap_unmapped((uintptr_t)at, end_of(at, n));
    }
    long p = heap_call(SYS_mmap, at, n, prot, flags, fd, offset);
    if (p == -1)
        return MAP_FAILED;
    heap_mapped((uintptr_t)p, end_of((void *)p, n), kind_of(flags, caller), (unsigned)prot);
    return (void *)p;
}

static void *heap_mmap(void *at, size_t n, int prot, int flags, int fd, off_t offset) {
    return heap_map(at, n, prot, flags, fd, offset, __builtin_return_address(0));
}

static void *heap_mmap64(void *at, size_t n, int prot, int flags, int fd, off_t offset) {
    return heap_map(at, n, prot, flags, fd, offset, __builtin_return_address(0));
}

/* Whether the kernel has [lo, hi) as mappings of its own, which it always unmaps: it refuses
 * a piece out of a mapping where the process has as many as it may. Leaving memory out of core
 * dumps needs the same, and is asked first. */
static bool severed(uintptr_t lo, uintptr_t hi) {
    int saved = errno;
    bool done = heap_call(SYS_madvise, lo, hi - lo, MADV_DONTDUMP) == 0 || errno != EAGAIN;
    if (!done)
        heap_call(SYS_madvise, lo, hi - lo, MADV_DODUMP);
    errno = saved;
    return done;
}

/* Memory is about to be unmapped. Where the kernel may refuse that, its values come home; so
 * what may reach beyond the last address. */
static void unmapping(uintptr_t lo, uintptr_t hi) {
    if (hi >> 47 || (heap_tracked(lo, hi) && !severed(lo, hi)))
        heap_leaving(lo, hi);
    else
        heap_dying(lo, hi);
}

int heap_munmap(void *p, size_t n) {
    if (n > 0 && (uintptr_t)p % PAGE == 0) {
        unmapping((uintptr_t)p, end_of(p, n));
        heap_unmapped((uintptr_t)p, end_of(p, n));
    }
    return (int)heap_call(SYS_munmap, p, n);
}

/* ---- mremap ---- */

/* Whether the pages of a mapping may leave their place. */
static bool may_move(size_t n, size_t m, int flags) {
    return flags & MREMAP_MAYMOVE && (m > n || flags & (MREMAP_FIXED | MREMAP_DONTUNMAP));
}

/* Takes the mapping's entry out before it moves or shrinks, so that no other
 * thread's mapping at its old place is taken for it. */
static void leave(uintptr_t lo, size_t n, size_t m, int flags) {
    uintptr_t hi = end_of((void *)lo, n);
    if (may_move(n, m, flags))
        heap_leaving(lo, hi);
    else if (m < n && !(flags & ~MREMAP_MAYMOVE)) /* other flags are refused */
        unmapping(end_of((void *)lo, m), hi);
    heap_unmapped(lo, hi);
}

/* Enters [lo, hi), of which this much is the mapping that was at the old place: what lay
 * behind that was another, of which nothing is known any more. */
static void enter(uintptr_t lo, uintptr_t hi, const struct range *was, size_t known) {
    heap_mapped(lo, hi, OMP2CL_MEMORY_UNKNOWN, 0);
    heap_mapped(lo, hi - lo > known ? lo + known : hi, was->kind, was->prot);
}

void *heap_mremap(void *old, size_t n, size_t m, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    void *to = va_arg(rest, void *);
    va_end(rest);
    uintptr_t lo = (uintptr_t)old;
    struct range was = {.kind = OMP2CL_MEMORY_UNKNOWN};
    bool valid = lo % PAGE == 0 && m > 0;
    if (valid)
        heap_mapping_at(lo, &was);
    if (valid && n > 0)
        leave(lo, n, m, flags);
    if (valid && flags & MREMAP_FIXED && (uintptr_t)to % PAGE == 0) {
        heap_leaving((uintptr_t)to, end_of(to, m));
        heap_unmapped((uintptr_t)to, end_of(to, m));
    }
    long p = heap_call(SYS_mremap, old, n, m, flags, to);
    if (p == -1 && errno == EFAULT && n > 0 && was.kind == OMP2CL_MEMORY_ANON && end_of(old, n) <= was.hi)
        p = heap_remap_pieces(lo, n, m, flags, to, was.prot);
    bool stays = p == -1 || flags & MREMAP_DONTUNMAP;
    size_t known = end_of(old, n) > was.hi ? was.hi - lo : SIZE_MAX;
    if (valid && stays && n > 0)
        enter(lo, end_of(old, n), &was, known);
    if (p == -1)
        return MAP_FAILED;
    enter((uintptr_t)p, end_of((void *)p, m), &was, known);
    return (void *)p;
}

/* ---- contents and protection ---- */

static bool discards(int advice) {
    return advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE || advice == MADV_DONTNEED_LOCKED;
}

/* The kernel refuses some of these for some memory (locked, private), and then values stay:
 * it is asked before absent ones are given up. What it has of their pages may be older and
 * what was on its way home too late, so it is asked again; what it could free later goes at once. */
static int discard(void *p, size_t n, int advice) {
    int result = (int)heap_call(SYS_madvise, p, n, advice);
    bool taken = result == 0 || errno == ENOMEM; /* of memory with holes the rest is taken */
    if (n > 0 && taken && heap_discarding((uintptr_t)p, end_of(p, n)))
        result = (int)heap_call(SYS_madvise, p, n, advice == MADV_FREE ? MADV_DONTNEED : advice);
    return result;
}

static void protecting(const void *p, size_t n) {
    if (n > 0 && (uintptr_t)p % PAGE == 0)
        heap_leaving((uintptr_t)p, end_of(p, n));
}

/* Of these the kernel makes pages present, which it may not be able to do with absent ones. */
static void populating(const void *p, size_t n) {
    if (n > 0 && UNLIKELY(heap_io_needs_home()))
        heap_home(p, n);
}

int heap_madvise(void *p, size_t n, int advice) {
    if (discards(advice))
        return discard(p, n, advice);
    if (advice == MADV_GUARD_INSTALL)
        protecting(p, n);
    if (advice == MADV_POPULATE_READ || advice == MADV_POPULATE_WRITE)
        populating(p, n);
    return (int)heap_call(SYS_madvise, p, n, advice);
}

/* The kernel lets a process discard its own memory alone; whose it is, shows only then. */
ssize_t heap_process_madvise(int process, const struct iovec *v, size_t n, int advice, unsigned flags) {
    if (n <= IOV_MAX && heap_io_needs_home())
        heap_home_for_reading(v, n * sizeof *v);
    for (size_t i = 0; discards(advice) && i < n && i < IOV_MAX; i++)
        heap_leaving((uintptr_t)v[i].iov_base, end_of(v[i].iov_base, v[i].iov_len));
    return heap_call(SYS_process_madvise, process, v, n, advice, flags);
}

static int protected(int result, const void *p, size_t n, int prot) {
    if (result == 0 && n > 0)
        heap_protected((uintptr_t)p, end_of(p, n), (unsigned)prot);
    return result;
}

int heap_mprotect(void *p, size_t n, int prot) {
    protecting(p, n);
    return protected((int)heap_call(SYS_mprotect, p, n, prot), p, n, prot);
}

int heap_pkey_mprotect(void *p, size_t n, int prot, int key) {
    protecting(p, n);
    long result = key == -1 ? heap_call(SYS_mprotect, p, n, prot) : heap_call(SYS_pkey_mprotect, p, n, prot, key);
    return protected((int)result, p, n, key == -1 ? prot : PROT_NONE);
}

/* ---- System V shared memory may be mapped over something ---- */

void *heap_shmat(int id, const void *at, int flags) {
    struct shmid_ds about;
    if (flags & SHM_REMAP && at != NULL && shmctl(id, IPC_STAT, &about) == 0) {
        heap_leaving((uintptr_t)at, end_of(at, about.shm_segsz)); /* the call may still fail */
        heap_unmapped((uintptr_t)at, end_of(at, about.shm_segsz));
    }
    return (void *)heap_call(SYS_shmat, id, at, flags);
}

/* ---- the names of the C library ---- */

IN_FRONT void *mmap(void *at, size_t n, int prot, int flags, int fd, off_t offset) __attribute__((alias("heap_mmap")));
IN_FRONT void *mmap64(void *at, size_t n, int prot, int flags, int fd, off_t offset) __attribute__((alias("heap_mmap64")));
IN_FRONT int munmap(void *p, size_t n) __attribute__((alias("heap_munmap")));
IN_FRONT void *mremap(void *old, size_t n, size_t m, int flags, ...) __attribute__((alias("heap_mremap")));
IN_FRONT int madvise(void *p, size_t n, int advice) __attribute__((alias("heap_madvise")));
IN_FRONT ssize_t process_madvise(int process, const struct iovec *v, size_t n, int advice, unsigned flags)
    __attribute__((alias("heap_process_madvise")));
IN_FRONT int mprotect(void *p, size_t n, int prot) __attribute__((alias("heap_mprotect")));
IN_FRONT int pkey_mprotect(void *p, size_t n, int prot, int key) __attribute__((alias("heap_pkey_mprotect")));
IN_FRONT void *shmat(int id, const void *at, int flags) __attribute__((alias("heap_shmat")));

bool heap_mappings_in_force(void) {
    void *volatile names[] = {(void *)mmap,   (void *)mmap64,   (void *)munmap, (void *)mremap,
                              (void *)madvise, (void *)mprotect, (void *)shmat};
    void *const ours[] = {(void *)heap_mmap,    (void *)heap_mmap64,   (void *)heap_munmap, (void *)heap_mremap,
                          (void *)heap_madvise, (void *)heap_mprotect, (void *)heap_shmat};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (names[i] != ours[i])
            return false;
    return true;
}
