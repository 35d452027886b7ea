/* spans.c: see spans.h. */
#define _GNU_SOURCE
#include "spans.h"

#include <string.h>
#include <sys/mman.h>

/* ---- the directory: from an address to its span, by huge page ---- */

enum { LEAF_BITS = 13, ROOT_BITS = 14, ADDRESS_BITS = HUGE_SHIFT + LEAF_BITS + ROOT_BITS };

typedef _Atomic(struct span *) slot;
static _Atomic(slot *) root[1 << ROOT_BITS];

static slot *slot_of(uintptr_t address, bool make) {
    size_t i = address >> (HUGE_SHIFT + LEAF_BITS);
    if (UNLIKELY(i >= (1 << ROOT_BITS)))
        return NULL;
    slot *leaf = atomic_load_explicit(&root[i], memory_order_acquire);
    if (leaf == NULL && make) {
        size_t n = sizeof(slot) << LEAF_BITS;
        slot *fresh = raw_map(n);
        if (fresh == NULL)
            return NULL;
        if (atomic_compare_exchange_strong(&root[i], &leaf, fresh))
            leaf = fresh;
        else
            raw_unmap(fresh, n);
    }
    return leaf == NULL ? NULL : &leaf[address >> HUGE_SHIFT & ((1 << LEAF_BITS) - 1)];
}

struct span *span_at(uintptr_t address) {
    slot *s = slot_of(address, false);
    return s == NULL ? NULL : atomic_load_explicit(s, memory_order_acquire);
}

bool span_enter(struct span *s, struct shard *shard) {
    s->shard = shard;
    for (uintptr_t a = s->lo; a < span_hi(s); a += HUGE)
        if (slot_of(a, true) == NULL)
            return false;
    for (uintptr_t a = s->lo; a < span_hi(s); a += HUGE)
        atomic_store_explicit(slot_of(a, true), s, memory_order_release);
    return true;
}

void span_leave(struct span *s) {
    for (uintptr_t a = s->lo; a < span_hi(s); a += HUGE)
        atomic_store_explicit(slot_of(a, false), NULL, memory_order_release);
}

/* ---- mapping ---- */

/* n bytes, a multiple of HUGE, at a multiple of HUGE. */
static uintptr_t map_aligned(size_t n) {
    uintptr_t p = (uintptr_t)raw_map(n);
    if (p == 0 || p % HUGE == 0)
        return p;
    raw_unmap((void *)p, n);
    p = (uintptr_t)raw_map(n + HUGE);
    if (p == 0)
        return 0;
    uintptr_t lo = round_up(p, HUGE);
    if (lo > p)
        raw_unmap((void *)p, lo - p);
    if (p + n + HUGE > lo + n)
        raw_unmap((void *)(lo + n), p + HUGE - lo);
    return lo;
}

struct span *span_describe(uintptr_t lo, size_t n) {
    size_t pages = n >> PAGE_SHIFT;
    size_t words = (pages + 63) / 64;
    size_t meta = round_up(sizeof(struct span) + words * sizeof(uint64_t) + pages * sizeof(void *), PAGE);
    struct span *s = raw_map(meta);
    if (s == NULL)
        return NULL;
    s->lo = lo;
    s->pages = pages;
    s->starts = (uint64_t *)(s + 1);
    s->map = (struct extent **)(s->starts + words);
    s->meta = meta;
    return s;
}

struct span *span_map(size_t n, size_t least, bool huge) {
    n = round_up(n, HUGE);
    uintptr_t lo = map_aligned(n);
    if (lo == 0 && round_up(least, HUGE) < n)
        lo = map_aligned(n = round_up(least, HUGE));
    if (lo == 0)
        return NULL;
    struct span *s = lo >> (ADDRESS_BITS - 1) > 1 ? NULL : span_describe(lo, n);
    if (s == NULL) {
        raw_unmap((void *)lo, n);
        return NULL;
    }
    if (huge)
        raw_advise((void *)lo, n, MADV_HUGEPAGE);
    return s;
}

void span_drop_tables(struct span *s) { raw_unmap(s, s->meta); }

void span_unmap(struct span *s) {
    raw_unmap((void *)s->lo, s->pages << PAGE_SHIFT);
    span_drop_tables(s);
}

/* ---- extents ---- */

static struct extent *spare;
static pthread_mutex_t spare_lock = PTHREAD_MUTEX_INITIALIZER;

/* The lock is the innermost, and no fork falls between: every shard's lock is
 * held then. */
struct extent *extent_new(void) {
    enum { BATCH = 64 << 10 };
    heap_enter(&spare_lock);
    if (spare == NULL) {
        struct extent *batch = raw_map(BATCH);
        for (size_t i = 0; batch != NULL && i < BATCH / sizeof *batch; i++) {
            batch[i].next = spare;
            spare = &batch[i];
        }
    }
    struct extent *e = spare;
    if (e != NULL)
        spare = e->next;
    heap_exit(&spare_lock);
    if (e != NULL)
        memset(e, 0, sizeof *e);
    return e;
}

void extent_free(struct extent *e) {
    heap_enter(&spare_lock);
    e->state = 0;
    e->next = spare;
    spare = e;
    heap_exit(&spare_lock);
}

static size_t page_of(const struct span *s, uintptr_t address) { return (address - s->lo) >> PAGE_SHIFT; }

void extent_place(struct extent *e) {
    size_t i = page_of(e->span, e->lo);
    e->span->starts[i / 64] |= (uint64_t)1 << i % 64;
    e->span->map[i] = e;
    e->span->map[i + e->pages - 1] = e;
}

void extent_lift(struct extent *e) {
    size_t i = page_of(e->span, e->lo);
    e->span->starts[i / 64] &= ~((uint64_t)1 << i % 64);
    e->span->map[i] = NULL;
}

struct extent *extent_before(const struct extent *e) {
    return e->lo == e->span->lo ? NULL : e->span->map[page_of(e->span, e->lo) - 1];
}

struct extent *extent_behind(const struct extent *e) {
    return extent_hi(e) == span_hi(e->span) ? NULL : e->span->map[page_of(e->span, extent_hi(e))];
}

struct extent *extent_around(const struct span *s, uintptr_t address) {
    size_t i = page_of(s, address), word = i / 64;
    uint64_t bits = s->starts[word] & (~(uint64_t)0 >> (63 - i % 64));
    while (bits == 0)
        bits = s->starts[--word];
    return s->map[word * 64 + 63 - __builtin_clzll(bits)];
}

/* ---- bins ---- */

/* Bin b holds sizes from 2^(b/4) * (1 + b%4/4) pages on. */
static unsigned bin_of(size_t pages) {
    unsigned power = 63 - __builtin_clzll(pages);
    unsigned quarter = power >= 2 ? pages >> (power - 2) & 3 : pages << (2 - power) & 3;
    return 4 * power + quarter;
}

void bins_put(struct bins *b, struct extent *e) {
    unsigned i = bin_of(e->pages);
    e->prev = NULL;
    e->next = b->first[i];
    if (e->next != NULL)
        e->next->prev = e;
    b->first[i] = e;
    b->some[i / 64] |= (uint64_t)1 << i % 64;
}

void bins_take(struct bins *b, struct extent *e) {
    unsigned i = bin_of(e->pages);
    if (e->prev != NULL)
        e->prev->next = e->next;
    else
        b->first[i] = e->next;
    if (e->next != NULL)
        e->next->prev = e->prev;
    if (b->first[i] == NULL)
        b->some[i / 64] &= ~((uint64_t)1 << i % 64);
}

static bool fits(const struct extent *e, size_t pages, uintptr_t align) {
    uintptr_t lo = round_up(e->lo, align);
    return lo >= e->lo && lo < extent_hi(e) && extent_hi(e) - lo >= pages << PAGE_SHIFT;
}

/* The first that fits of a bin's youngest. */
static struct extent *find_in(struct extent *e, size_t pages, uintptr_t align) {
    for (int tries = 64; e != NULL && tries > 0; tries--, e = e->next)
        if (fits(e, pages, align))
            return e;
    return NULL;
}

struct extent *bins_find(const struct bins *b, size_t pages, uintptr_t align) {
    unsigned i = bin_of(pages);
    for (unsigned word = i / 64; word < NBINS / 64; word++) {
        uint64_t bits = b->some[word];
        if (word == i / 64)
            bits &= ~(uint64_t)0 << i % 64;
        for (; bits != 0; bits &= bits - 1) {
            struct extent *e = find_in(b->first[word * 64 + __builtin_ctzll(bits)], pages, align);
            if (e != NULL)
                return e;
        }
    }
    return NULL;
}
