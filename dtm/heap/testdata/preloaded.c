/* preloaded.c: an allocator for LD_PRELOAD. It takes its memory by mmap, and dies
 * when it is given back what it has not given out. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MARK = 0x5ca1ab1e };
static char *pool;
static size_t left;
unsigned preloaded_calls;

static void *aligned(size_t align, size_t n) {
    size_t whole = n + align + 64;
    if (whole > left) {
        left = whole > (64 << 20) ? whole : 64 << 20;
        pool = mmap(NULL, left, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pool == MAP_FAILED)
            abort();
    }
    uintptr_t p = ((uintptr_t)pool + 32 + align - 1) & -align;
    size_t taken = (size_t)(((p + n + 31) & -16ul) - (uintptr_t)pool);
    pool += taken;
    left -= taken;
    ((size_t *)p)[-1] = n;
    ((size_t *)p)[-2] = MARK;
    __atomic_fetch_add(&preloaded_calls, 1, __ATOMIC_RELAXED);
    return (void *)p;
}

static volatile int lock;
static void *locked(size_t align, size_t n) {
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
        ;
    void *p = aligned(align < 16 ? 16 : align, n);
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
    return p;
}

void *malloc(size_t n) { return locked(16, n); }
void *memalign(size_t align, size_t n) { return locked(align, n); }
void *aligned_alloc(size_t align, size_t n) { return locked(align, n); }
int posix_memalign(void **p, size_t align, size_t n) {
    *p = locked(align, n);
    return 0;
}
void *calloc(size_t n, size_t size) { return memset(locked(16, n * size), 0, n * size); }
void free(void *p) {
    if (p != NULL && ((size_t *)p)[-2] != MARK)
        abort();
}
size_t malloc_usable_size(void *p) { return p == NULL ? 0 : ((size_t *)p)[-1]; }
void *realloc(void *p, size_t n) {
    void *q = locked(16, n);
    if (p != NULL) {
        free(p);
        memcpy(q, p, malloc_usable_size(p) < n ? malloc_usable_size(p) : n);
    }
    return q;
}
