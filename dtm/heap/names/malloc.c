/* malloc.c: the malloc family. Small requests cost one comparison more than the
 * C library's own; a block of ours is told from its blocks by being page-aligned
 * and in a span. */
#define _GNU_SOURCE
#include "names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void *no_memory(void) {
    errno = ENOMEM;
    return NULL;
}

/* A block with pages of its own; the C library's when there is no room for one:
 * it may find a hole that is too small for ours. */
static void *big(size_t n, size_t align) {
    bool zero;
    if (UNLIKELY(n > PTRDIFF_MAX))
        return no_memory();
    void *p = heap_take(n, align, &zero);
    if (LIKELY(p != NULL))
        return p;
    return align <= _Alignof(max_align_t) ? heap_other.malloc(n) : heap_other.memalign(align, n);
}

/* Whether a request by code at caller gets pages of its own; the room has decided. */
static bool is_ours(size_t n, const void *caller) {
    return n >= heap_threshold && (LIKELY(n >= EXCLUSIVE) || heap_page_for(caller));
}

static __attribute__((noinline)) void *slow_malloc(size_t n, const void *caller) {
    heap_decide();
    return is_ours(n, caller) ? big(n, 1) : heap_other.malloc(n);
}

#define CALLER __builtin_return_address(0)

void *heap_malloc(size_t n) {
    if (LIKELY(n < heap_threshold))
        return heap_other.malloc(n);
    return slow_malloc(n, CALLER);
}

void *heap_calloc(size_t n, size_t size) {
    size_t bytes;
    if (UNLIKELY(__builtin_mul_overflow(n, size, &bytes)))
        return no_memory();
    heap_decide();
    if (LIKELY(!is_ours(bytes, CALLER)))
        return heap_other.calloc(n, size);
    bool zero;
    if (bytes > PTRDIFF_MAX)
        return no_memory();
    void *p = heap_take(bytes, 1, &zero);
    if (p == NULL)
        return heap_other.calloc(n, size);
    return zero ? p : memset(p, 0, bytes);
}

static bool page_aligned(const void *p) { return ((uintptr_t)p & (PAGE - 1)) == 0; }

static __attribute__((noinline)) void free_aligned(void *p) {
    if (p == NULL)
        return;
    if (heap_block_size(p) != 0)
        heap_give(p);
    else
        heap_other.free(p);
}

void heap_free(void *p) {
    if (LIKELY(!page_aligned(p)))
        heap_other.free(p);
    else
        free_aligned(p);
}

/* Another block with the contents of p. */
static void *move(void *p, size_t old, size_t n) {
    void *q = n < EXCLUSIVE ? heap_other.malloc(n) : slow_malloc(n, NULL);
    if (q == NULL)
        return NULL;
    memcpy(q, p, old < n ? old : n);
    heap_free(p);
    return q;
}

static void *realloc_block(void *p, size_t old, size_t n) {
    if (UNLIKELY(n > PTRDIFF_MAX))
        return no_memory();
    if (n == 0) { /* as the C library does */
        heap_give(p);
        return NULL;
    }
    if ((n >= EXCLUSIVE || old == PAGE) && heap_resize(p, n))
        return p;
    void *q = n > old ? heap_move(p, n) : NULL;
    if (q != NULL)
        return q;
    heap_gather(p, old < n ? old : n);
    return move(p, old, n);
}

void *heap_realloc(void *p, size_t n) {
    heap_decide();
    if (p == NULL)
        return slow_malloc(n, CALLER);
    size_t old = page_aligned(p) ? heap_block_size(p) : 0;
    if (old != 0)
        return realloc_block(p, old, n);
    if (LIKELY(n < heap_threshold || n < EXCLUSIVE))
        return heap_other.realloc(p, n);
    if (n > PTRDIFF_MAX)
        return no_memory();
    old = heap_other.usable(p);
    return old == 0 || old >= n ? heap_other.realloc(p, n) : move(p, old, n);
}

static bool power_of_two(size_t n) { return n != 0 && (n & (n - 1)) == 0; }

/* n bytes at a multiple of align, a power of two. */
static void *aligned(size_t align, size_t n, const void *caller) {
    heap_decide();
    if (!is_ours(n, caller))
        return heap_other.memalign(align, n);
    return align > PTRDIFF_MAX ? no_memory() : big(n, align);
}

/* ---- the names of the C library ---- */

IN_FRONT void *malloc(size_t) __attribute__((alias("heap_malloc")));
IN_FRONT void *calloc(size_t, size_t) __attribute__((alias("heap_calloc")));
IN_FRONT void *realloc(void *, size_t) __attribute__((alias("heap_realloc")));
IN_FRONT void free(void *) __attribute__((alias("heap_free")));
IN_FRONT void cfree(void *) __attribute__((alias("heap_free")));

IN_FRONT void *reallocarray(void *p, size_t n, size_t size) {
    size_t bytes;
    return __builtin_mul_overflow(n, size, &bytes) ? no_memory() : heap_realloc(p, bytes);
}

IN_FRONT int posix_memalign(void **out, size_t align, size_t n) {
    heap_decide();
    if (heap_other.posix_memalign != NULL)
        return heap_other.posix_memalign(out, align, n);
    if (!power_of_two(align) || align % sizeof(void *) != 0)
        return EINVAL;
    int saved = errno;
    void *p = aligned(align, n, CALLER);
    errno = saved;
    if (p == NULL)
        return ENOMEM;
    *out = p;
    return 0;
}

/* glibc rounds the alignment up to a power of two. */
static void *aligned_up(size_t align, size_t n, const void *caller) {
    size_t power = sizeof(max_align_t);
    if (align > SIZE_MAX / 2 + 1) {
        errno = EINVAL;
        return NULL;
    }
    while (power < align)
        power *= 2;
    return aligned(power, n, caller);
}

IN_FRONT void *memalign(size_t align, size_t n) { return aligned_up(align, n, CALLER); }

IN_FRONT void *aligned_alloc(size_t align, size_t n) {
    heap_decide();
    if (heap_other.aligned_alloc != NULL)
        return heap_other.aligned_alloc(align, n);
    if (!power_of_two(align)) {
        errno = EINVAL;
        return NULL;
    }
    return aligned_up(align, n, CALLER);
}

IN_FRONT void *valloc(size_t n) {
    heap_decide();
    return heap_other.valloc != NULL ? heap_other.valloc(n) : aligned(PAGE, n, CALLER);
}

IN_FRONT void *pvalloc(size_t n) {
    heap_decide();
    if (heap_other.pvalloc != NULL)
        return heap_other.pvalloc(n);
    if (n > SIZE_MAX - PAGE)
        return no_memory();
    return aligned(PAGE, round_up(n, PAGE), CALLER);
}

IN_FRONT size_t malloc_usable_size(void *p) {
    heap_decide();
    if (p == NULL)
        return 0;
    size_t n = page_aligned(p) ? heap_block_size(p) : 0;
    return n != 0 ? n : heap_other.usable(p);
}
