/* spans.h: address space for blocks and how it is divided. A span is a run of
 * whole huge pages that the room has mapped; an extent is a run of its pages: a
 * block, or free. Nothing of the bookkeeping lies in the pages themselves. */
#ifndef OMP2CL_HEAP_SPANS_H
#define OMP2CL_HEAP_SPANS_H

#include "inner.h"

#pragma GCC visibility push(hidden)

enum extent_state {
    EXTENT_USED = 1,
    EXTENT_DIRTY, /* free; its pages may hold memory and old values */
    EXTENT_CLEAN, /* free; it holds no memory and reads as zeros */
    EXTENT_BUSY,  /* being released, in no list */
};

struct extent {
    struct extent *next, *prev;     /* in its bin, when free */
    struct extent *newer, *older;   /* by the time it became free, when dirty */
    struct span *span;
    uintptr_t lo;
    size_t pages;
    unsigned char state;
    atomic_uchar tracked; /* the tracker may know pages of it */
};

struct span {
    uintptr_t lo;
    size_t pages;
    size_t used;       /* pages in blocks or being released */
    struct shard *shard;
    uint64_t *starts;  /* a bit for each page: an extent begins there */
    struct extent **map; /* by page: the extent that begins there, and that ends there */
    size_t meta;       /* bytes of this struct and its tables */
};

enum { NBINS = 3 * 64 };

/* Free extents of one state by size: four bins for each power of two. */
struct bins {
    uint64_t some[NBINS / 64]; /* a bit for each bin that is not empty */
    struct extent *first[NBINS];
};

/* Spans under one lock. Blocks below LARGE are spread over several by thread. */
struct shard {
    pthread_mutex_t lock;
    bool large;
    struct bins dirty, clean;
    struct extent *oldest, *newest; /* the dirty ones */
    atomic_size_t in_use, retained; /* bytes; changed under the lock */
};

/* The span around an address, or NULL. Takes no lock. */
struct span *span_at(uintptr_t address);
/* Maps a span of at least n bytes, or of fewer, but at least least, where there
 * is not so much. Its pages are one clean extent. NULL when there is no memory. */
struct span *span_map(size_t n, size_t least, bool huge);
/* Enters a span in the directory, under its shard's lock. */
bool span_enter(struct span *s, struct shard *shard);
void span_leave(struct span *s);
/* Unmaps a span that has left, or its tables only. */
void span_unmap(struct span *s);
void span_drop_tables(struct span *s);
/* Tables for a span over memory that is there. */
struct span *span_describe(uintptr_t lo, size_t n);

/* A struct for an extent, from memory of the room's own, under a shard's lock. */
struct extent *extent_new(void);
void extent_free(struct extent *e);
/* Enters e as the extent of its pages. */
void extent_place(struct extent *e);
/* Removes the mark of its beginning. */
void extent_lift(struct extent *e);
/* The extents in front and behind, or NULL at the span's ends. */
struct extent *extent_before(const struct extent *e);
struct extent *extent_behind(const struct extent *e);
/* The extent around an address of a span. */
struct extent *extent_around(const struct span *s, uintptr_t address);

/* Puts a free extent in its bin, or takes it out. */
void bins_put(struct bins *b, struct extent *e);
void bins_take(struct bins *b, struct extent *e);
/* A free extent with room for pages at a multiple of align bytes, or NULL. */
struct extent *bins_find(const struct bins *b, size_t pages, uintptr_t align);

static inline uintptr_t extent_hi(const struct extent *e) { return e->lo + (e->pages << PAGE_SHIFT); }
static inline uintptr_t span_hi(const struct span *s) { return s->lo + (s->pages << PAGE_SHIFT); }

#pragma GCC visibility pop
#endif
