/* blocks.c: taking and giving back blocks of whole pages. Free pages are kept
 * for reuse, since first touching a page costs more than anything done here; what
 * is kept beyond a limit goes back to the system, longest free first. Pages that
 * hold memory and pages that do not are kept apart: the former are handed out
 * first, the latter need no clearing. */
#define _GNU_SOURCE
#include "spans.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SMALL_SHARDS = 4, SHARDS = SMALL_SHARDS + 1 };

#define SPAN ((size_t)32 << 20)         /* the usual size */
#define RETAINED ((size_t)256 << 20)    /* this much is always kept, */
#define RETAINED_PART 8                 /* or this part of the peak */
#define REMAPPED ((size_t)16 << 20)     /* blocks from here on grow by moving pages */

static struct shard shards[SHARDS] = {
    {.lock = PTHREAD_MUTEX_INITIALIZER, .large = true}, {.lock = PTHREAD_MUTEX_INITIALIZER},
    {.lock = PTHREAD_MUTEX_INITIALIZER},                {.lock = PTHREAD_MUTEX_INITIALIZER},
    {.lock = PTHREAD_MUTEX_INITIALIZER},
};

static atomic_size_t peak, mapped; /* bytes, of all shards */

static struct shard *shard_for(size_t n) {
    static atomic_uint threads;
    static __thread unsigned mine __attribute__((tls_model("initial-exec")));
    if (n >= LARGE)
        return &shards[0];
    if (UNLIKELY(mine == 0))
        mine = 1 + atomic_fetch_add(&threads, 1) % SMALL_SHARDS;
    return &shards[mine];
}

/* ---- counting ---- */

/* A count of a shard's changes under its lock: no locked instruction is needed. */
static void change(atomic_size_t *count, size_t by) {
    atomic_store_explicit(count, atomic_load_explicit(count, memory_order_relaxed) + by, memory_order_relaxed);
}

static size_t all_in_use(void) {
    size_t sum = 0;
    for (int i = 0; i < SHARDS; i++)
        sum += atomic_load_explicit(&shards[i].in_use, memory_order_relaxed);
    return sum;
}

static size_t all_retained(void) {
    size_t sum = 0;
    for (int i = 0; i < SHARDS; i++)
        sum += atomic_load_explicit(&shards[i].retained, memory_order_relaxed);
    return sum;
}

static void count_use(struct shard *s, size_t bytes) {
    change(&s->in_use, bytes);
    size_t now = all_in_use(), most = atomic_load_explicit(&peak, memory_order_relaxed);
    while (now > most && !atomic_compare_exchange_weak(&peak, &most, now))
        ;
}

void omp2cl_heap_count(struct omp2cl_heap_counts *counts) {
    *counts = (struct omp2cl_heap_counts){all_in_use(), atomic_load(&peak), all_retained(), atomic_load(&mapped)};
}

/* ---- the list of dirty extents by age ---- */

static void age_append(struct shard *s, struct extent *e) {
    e->newer = NULL;
    e->older = s->newest;
    if (s->newest != NULL)
        s->newest->newer = e;
    else
        s->oldest = e;
    s->newest = e;
}

static void age_remove(struct shard *s, struct extent *e) {
    if (e->older != NULL)
        e->older->newer = e->newer;
    else
        s->oldest = e->newer;
    if (e->newer != NULL)
        e->newer->older = e->older;
    else
        s->newest = e->older;
}

/* ---- free extents in and out of the lists ---- */

static bool is_free(const struct extent *e) {
    return e != NULL && (e->state == EXTENT_DIRTY || e->state == EXTENT_CLEAN);
}

static void list(struct shard *s, struct extent *e) {
    extent_place(e);
    if (e->state == EXTENT_CLEAN) {
        bins_put(&s->clean, e);
        return;
    }
    bins_put(&s->dirty, e);
    age_append(s, e);
    change(&s->retained, e->pages << PAGE_SHIFT);
}

static void unlist(struct shard *s, struct extent *e) {
    extent_lift(e);
    if (e->state == EXTENT_CLEAN) {
        bins_take(&s->clean, e);
        return;
    }
    bins_take(&s->dirty, e);
    age_remove(s, e);
    change(&s->retained, -(e->pages << PAGE_SHIFT));
}

/* Joins a free neighbour of the same state to e, which is in no list. */
static void absorb(struct shard *s, struct extent *e, struct extent *neighbour) {
    if (neighbour == NULL || neighbour->state != e->state)
        return;
    unlist(s, neighbour);
    if (neighbour->lo < e->lo)
        e->lo = neighbour->lo;
    e->pages += neighbour->pages;
    extent_free(neighbour);
}

/* Makes e, which has the state of a free one and is in no list, available. */
static void make_free(struct shard *s, struct extent *e) {
    extent_lift(e);
    absorb(s, e, extent_before(e));
    absorb(s, e, extent_behind(e));
    list(s, e);
}

/* ---- giving memory back to the system, under the shard's lock ---- */

/* Takes a span without blocks apart; the caller unmaps it outside the lock. */
static void dissolve(struct shard *s, struct span *span) {
    for (uintptr_t a = span->lo; a < span_hi(span);) {
        struct extent *e = extent_around(span, a);
        a = extent_hi(e);
        unlist(s, e);
        extent_free(e);
    }
    span_leave(span);
    atomic_fetch_sub(&mapped, span->pages << PAGE_SHIFT);
}

/* Unmaps a span without blocks. Drops the lock meanwhile. */
static void dissolve_and_unmap(struct shard *s, struct span *span) {
    dissolve(s, span);
    heap_exit(&s->lock);
    span_unmap(span);
    heap_enter(&s->lock);
}

/* Empties the pages of a dirty extent. Drops the lock meanwhile. False if the
 * system does not take them (they are locked into memory). */
static bool empty(struct shard *s, struct extent *e) {
    struct span *span = e->span;
    unlist(s, e);
    e->state = EXTENT_BUSY;
    extent_place(e);
    span->used += e->pages;
    heap_exit(&s->lock);
    bool emptied = raw_advise((void *)e->lo, e->pages << PAGE_SHIFT, MADV_DONTNEED) == 0;
    heap_enter(&s->lock);
    span->used -= e->pages;
    e->state = emptied ? EXTENT_CLEAN : EXTENT_DIRTY;
    make_free(s, e);
    if (span->used == 0 && emptied && e->pages == span->pages)
        dissolve_and_unmap(s, span);
    return emptied;
}

/* Gives back the longest free until no more than limit bytes are retained, or
 * the shard has none. */
static void trim(struct shard *s, size_t limit) {
    while (s->oldest != NULL && all_retained() > limit) {
        struct extent *e = s->oldest;
        if (e->span->used == 0)
            dissolve_and_unmap(s, e->span);
        else if (!empty(s, e))
            return;
    }
}

static size_t limit(void) {
    size_t part = atomic_load_explicit(&peak, memory_order_relaxed) / RETAINED_PART;
    return part > RETAINED ? part : RETAINED;
}

/* Gives back all that is retained. */
static void trim_all(void) {
    for (int i = 0; i < SHARDS; i++) {
        heap_enter(&shards[i].lock);
        trim(&shards[i], 0);
        heap_exit(&shards[i].lock);
    }
}

/* ---- taking ---- */

/* Makes pages from address lo on of the free extent e a block. The rest, in front
 * and behind, stays free. NULL when there is no memory for the bookkeeping. */
static struct extent *cut(struct shard *s, struct extent *e, uintptr_t lo, size_t pages) {
    size_t front = (lo - e->lo) >> PAGE_SHIFT, back = e->pages - front - pages;
    struct extent *before = front > 0 ? extent_new() : NULL, *behind = back > 0 ? extent_new() : NULL;
    if ((front > 0 && before == NULL) || (back > 0 && behind == NULL)) {
        if (before != NULL)
            extent_free(before);
        return NULL;
    }
    unlist(s, e);
    if (before != NULL) {
        *before = (struct extent){.span = e->span, .lo = e->lo, .pages = front, .state = e->state};
        list(s, before);
    }
    if (behind != NULL) {
        *behind = (struct extent){
            .span = e->span, .lo = lo + (pages << PAGE_SHIFT), .pages = back, .state = e->state};
        list(s, behind);
    }
    e->lo = lo;
    e->pages = pages;
    return e;
}

static void use(struct extent *e) {
    e->state = EXTENT_USED;
    e->tracked = 0;
    e->span->used += e->pages;
    extent_place(e);
    count_use(e->span->shard, e->pages << PAGE_SHIFT);
}

/* A block from what the shard has, or NULL. */
static struct extent *take_from(struct shard *s, size_t pages, uintptr_t align, bool *zero) {
    struct extent *e = bins_find(&s->dirty, pages, align);
    if (e == NULL)
        e = bins_find(&s->clean, pages, align);
    if (e == NULL)
        return NULL;
    *zero = e->state == EXTENT_CLEAN;
    e = cut(s, e, round_up(e->lo, align), pages);
    if (e != NULL)
        use(e);
    return e;
}

/* Huge pages make all of a block resident that is touched in a few places. What
 * is advised to use them must fit into the machine's memory as a whole, or sparse
 * blocks would fill it. */
static bool fits_huge(size_t n) {
    static atomic_size_t physical;
    if (atomic_load(&physical) == 0)
        atomic_store(&physical, (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE));
    return atomic_load(&mapped) + n <= atomic_load(&physical) / 4 * 3;
}

/* Maps another span for the shard; false when there is no memory. Drops the lock
 * meanwhile. */
static bool grow(struct shard *s, size_t pages, uintptr_t align) {
    size_t least = (pages << PAGE_SHIFT) + (align > HUGE ? align : 0);
    if (least >> PAGE_SHIFT < pages)
        return false;
    heap_exit(&s->lock);
    struct span *span = span_map(s->large || least > SPAN ? least : SPAN, least, s->large && fits_huge(least));
    heap_enter(&s->lock);
    if (span == NULL)
        return false;
    struct extent *e = extent_new();
    if (e == NULL || !span_enter(span, s)) {
        if (e != NULL)
            extent_free(e);
        span_unmap(span);
        return false;
    }
    *e = (struct extent){.span = span, .lo = span->lo, .pages = span->pages, .state = EXTENT_CLEAN};
    list(s, e);
    atomic_fetch_add(&mapped, span->pages << PAGE_SHIFT);
    return true;
}

static struct extent *take(struct shard *s, size_t pages, uintptr_t align, bool *zero) {
    heap_enter(&s->lock);
    struct extent *e = take_from(s, pages, align, zero);
    while (e == NULL && grow(s, pages, align))
        e = take_from(s, pages, align, zero);
    heap_exit(&s->lock);
    return e;
}

void *heap_take(size_t n, size_t align, bool *zero) {
    size_t pages = (n + PAGE - 1) >> PAGE_SHIFT;
    struct shard *s = shard_for(n);
    uintptr_t least = s->large ? HUGE : PAGE;
    if (align < least)
        align = least;
    struct extent *e = take(s, pages, align, zero);
    if (UNLIKELY(e == NULL) && all_retained() > 0) {
        trim_all();
        e = take(s, pages, align, zero);
    }
    return e == NULL ? NULL : (void *)e->lo;
}

/* ---- giving back ---- */

/* The block that begins at p. It is the caller's, so nothing changes it now. */
static struct extent *block_at(const void *p) {
    struct span *span = span_at((uintptr_t)p);
    if (span == NULL)
        return NULL;
    struct extent *e = span->map[((uintptr_t)p - span->lo) >> PAGE_SHIFT];
    return e != NULL && e->lo == (uintptr_t)p && e->state == EXTENT_USED ? e : NULL;
}

size_t heap_block_size(const void *p) {
    if (span_at((uintptr_t)p) == NULL)
        return 0;
    struct extent *e = block_at(p);
    if (e == NULL)
        heap_die("free or realloc: the pointer is no block's, or was freed before\n");
    return e->pages << PAGE_SHIFT;
}

/* Makes a block's extent free. */
static void release(struct shard *s, struct extent *e) {
    e->span->used -= e->pages;
    e->state = EXTENT_DIRTY;
    change(&s->in_use, -(e->pages << PAGE_SHIFT));
    make_free(s, e);
}

void heap_give(void *p) {
    struct extent *e = block_at(p);
    struct shard *s = e->span->shard;
    if (UNLIKELY(atomic_load_explicit(&e->tracked, memory_order_relaxed))) {
        heap_dying(e->lo, extent_hi(e));
        heap_unmapped(e->lo, extent_hi(e)); /* lent to stdio no more */
    }
    heap_enter(&s->lock);
    if (UNLIKELY(e->state != EXTENT_USED))
        heap_die("free: two threads free one block\n");
    release(s, e);
    trim(s, limit());
    heap_exit(&s->lock);
}

void heap_gather(const void *p, size_t n) {
    struct extent *e = block_at(p);
    if (atomic_load_explicit(&e->tracked, memory_order_relaxed))
        heap_home(p, n);
}

/* ---- changing sizes ---- */

static bool shrink(struct extent *e, size_t pages) {
    struct shard *s = e->span->shard;
    struct extent *tail = extent_new();
    if (tail == NULL)
        return true; /* longer than need be */
    uintptr_t hi = e->lo + (pages << PAGE_SHIFT);
    if (atomic_load_explicit(&e->tracked, memory_order_relaxed))
        heap_dying(hi, extent_hi(e));
    heap_enter(&s->lock);
    *tail = (struct extent){.span = e->span, .lo = hi, .pages = e->pages - pages, .state = EXTENT_USED};
    e->pages = pages;
    extent_place(e);
    extent_place(tail);
    release(s, tail);
    trim(s, limit());
    heap_exit(&s->lock);
    return true;
}

/* Whether free pages follow e up to the page count wanted. */
static bool room_behind(const struct extent *e, size_t pages) {
    size_t have = e->pages;
    for (const struct extent *next = extent_behind(e); have < pages && is_free(next); next = extent_behind(next))
        have += next->pages;
    return have >= pages;
}

/* Takes pages of the free extents behind e. */
static bool extend(struct shard *s, struct extent *e, size_t pages) {
    size_t had = e->pages;
    while (e->pages < pages) {
        struct extent *next = extent_behind(e);
        size_t part = next->pages < pages - e->pages ? next->pages : pages - e->pages;
        next = cut(s, next, next->lo, part);
        if (next == NULL)
            break;
        extent_free(next);
        e->pages += part;
        extent_place(e);
    }
    e->span->used += e->pages - had;
    count_use(s, (e->pages - had) << PAGE_SHIFT);
    return e->pages >= pages;
}

bool heap_resize(void *p, size_t n) {
    struct extent *e = block_at(p);
    struct shard *s = e->span->shard;
    size_t pages = (n + PAGE - 1) >> PAGE_SHIFT;
    if (pages <= e->pages)
        return pages == e->pages || shrink(e, pages);
    heap_enter(&s->lock);
    bool done = room_behind(e, pages) && extend(s, e, pages);
    heap_exit(&s->lock);
    return done;
}

/* ---- moving pages ---- */

/* Whether e is the only block of its span, at the beginning. */
static bool alone(const struct extent *e) { return e->lo == e->span->lo && e->span->used == e->pages; }

/* Puts the pages of a span where `to` is; both stay described. */
static bool move_pages(struct span *from, struct span *to) {
    size_t n = from->pages << PAGE_SHIFT;
    return raw_remap((void *)from->lo, n, n, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)to->lo) != NULL;
}

/* Frees what of a span is not e, and takes e out of it. */
static void vacate(struct shard *s, struct extent *e) {
    struct span *span = e->span;
    extent_lift(e);
    for (uintptr_t a = extent_hi(e); a < span_hi(span);) {
        struct extent *rest = extent_around(span, a);
        a = extent_hi(rest);
        unlist(s, rest);
        extent_free(rest);
    }
    span_leave(span);
    atomic_fetch_sub(&mapped, span->pages << PAGE_SHIFT);
}

/* Makes the span, which is in the directory, have e as a block of so many pages
 * at its beginning. */
static void occupy(struct shard *s, struct span *span, struct extent *e, size_t pages, struct extent *rest,
                   enum extent_state state) {
    count_use(s, (pages - e->pages) << PAGE_SHIFT);
    e->span = span;
    e->lo = span->lo;
    e->pages = pages;
    span->used = pages;
    extent_place(e);
    atomic_fetch_add(&mapped, span->pages << PAGE_SHIFT);
    if (pages == span->pages) {
        extent_free(rest);
        return;
    }
    *rest = (struct extent){.span = span, .lo = extent_hi(e), .pages = span->pages - pages, .state = state};
    list(s, rest);
}

void *heap_move(void *p, size_t n) {
    struct extent *e = block_at(p), *rest;
    struct shard *s = e->span->shard;
    struct span *old = e->span, *new;
    size_t pages = (n + PAGE - 1) >> PAGE_SHIFT;
    if (e->pages << PAGE_SHIFT < REMAPPED || !s->large || (rest = extent_new()) == NULL)
        return NULL;
    if ((new = span_map(n, n, fits_huge(n))) == NULL) {
        extent_free(rest);
        return NULL;
    }
    if (atomic_load_explicit(&e->tracked, memory_order_relaxed))
        heap_leaving(e->lo, extent_hi(e));
    heap_enter(&s->lock);
    bool moved = alone(e) && pages > old->pages && span_enter(new, s);
    if (moved) {
        vacate(s, e);
        moved = move_pages(old, new);
        if (!moved) { /* as it was, but for the free pages behind */
            span_leave(new);
            span_enter(old, s);
            occupy(s, old, e, e->pages, rest, EXTENT_DIRTY);
            rest = NULL;
        } else
            occupy(s, new, e, pages, rest, EXTENT_CLEAN);
    }
    heap_exit(&s->lock);
    if (moved) {
        e->tracked = 0;
        span_drop_tables(old);
        return (void *)e->lo;
    }
    if (rest != NULL)
        extent_free(rest);
    span_unmap(new);
    return NULL;
}

/* ---- questions ---- */

bool heap_block_around(uintptr_t address, uintptr_t *lo, uintptr_t *hi) {
    struct span *span = span_at(address);
    if (span == NULL)
        return false;
    struct shard *s = span->shard;
    heap_enter(&s->lock);
    struct extent *e = extent_around(span, address);
    bool block = e->state == EXTENT_USED;
    if (block) {
        *lo = e->lo;
        *hi = extent_hi(e);
    }
    heap_exit(&s->lock);
    return block;
}

bool heap_in_span(uintptr_t address) { return span_at(address) != NULL; }

static atomic_size_t pages_marked;

size_t heap_pages_marked(void) { return atomic_load_explicit(&pages_marked, memory_order_relaxed); }

void heap_mark_tracked(uintptr_t lo, uintptr_t hi) {
    while (lo < hi) {
        struct span *span = span_at(lo);
        if (span == NULL) {
            lo = round_down(lo, HUGE) + HUGE;
            continue;
        }
        heap_enter(&span->shard->lock);
        struct extent *e = extent_around(span, lo);
        atomic_store_explicit(&e->tracked, 1, memory_order_relaxed);
        if (e->pages == 1)
            atomic_fetch_add_explicit(&pages_marked, 1, memory_order_relaxed);
        lo = extent_hi(e);
        heap_exit(&span->shard->lock);
    }
}

void heap_lock_blocks(void) {
    for (int i = 0; i < SHARDS; i++)
        pthread_mutex_lock(&shards[i].lock);
}

void heap_unlock_blocks(void) {
    for (int i = SHARDS; i-- > 0;)
        pthread_mutex_unlock(&shards[i].lock);
}

void heap_reset_blocks(void) {
    for (int i = 0; i < SHARDS; i++)
        pthread_mutex_init(&shards[i].lock, NULL);
}
