/* object.h - what the parts of this room share about an object. */
#ifndef OMP2CL_PAGES_OBJECT_H
#define OMP2CL_PAGES_OBJECT_H

#include <stddef.h>
#include <stdint.h>

#include "kernel.h"
#include "lock.h"
#include "pages.h"

/* A page's state byte: home, or the number of the source that has its value. The
 * uffd rungs ask the kernel which home pages were written and use HOME for all. */
enum { HOME = 0, HOME_WRITTEN = 255, MOST_SOURCES = 253 };

static inline int is_absent(uint8_t state)
{
	return state != HOME && state != HOME_WRITTEN;
}

/* A place that absent pages name, and how many do. Place k of the object has
 * number k + 1 in the state bytes. */
struct place {
	struct omp2cl_source source;
	size_t pages;
};

/* Page numbers are counted from the object's lo. */
struct span {
	size_t lo, hi;
};

/* Spans that have no page in common. */
enum { MOST_SPANS = 64 };
struct spans {
	unsigned n;
	struct span of[MOST_SPANS];
};

/* parts.c: what came home, in parts that do not adjoin. */
enum { MOST_PARTS = 64 };
struct parts {
	unsigned n;
	struct span part[MOST_PARTS];
};

/* Memory of objects is only ever used for objects again, so that one may be locked
 * after the index has been left; whoever does compares the serial number then. */
struct omp2cl_pages_object {
	struct lock lock; /* all below but what is said to be atomic */
	uint32_t serial;  /* changes when the object leaves the index */
	uint32_t dead;    /* atomic: the memory has gone */
	size_t lost;      /* pages that were absent when it went */
	uintptr_t lo, hi, end;
	int kind;
	int device_error; /* atomic */
	size_t absent;    /* atomic; changed under the lock */
	int filling;      /* atomic: pages may be accessible that absent still counts */
	uint8_t *state;   /* one byte for each page */
	uint8_t *fringe;  /* a mapping of its own: the page that holds `end`, as the program left it */
	struct place *places;
	unsigned nplaces, places_cap;
	int missing; /* uffd: missing pages are reported to the service */
	int coarse;  /* mprotect: pages may be less accessible than their state says */
	int misses[2]; /* streams.c: touches that continued no stream, reads and writes */
	uint32_t episode; /* one from each drop to the next */
	uint32_t guards;  /* how often pages were protected: streams of writes end */
	size_t came;      /* pages that touches have brought home in the episode */
	int streaming;    /* signs that these touches form streams */
	struct parts parts; /* that came home in the episode */

	/* The index's. */
	struct omp2cl_pages_object *left, *right;
	uint32_t priority;
};
typedef struct omp2cl_pages_object object;

static inline size_t pages_of(const object *o)
{
	return (o->hi - o->lo) >> PAGE_SHIFT;
}

static inline uintptr_t address_of(const object *o, size_t page)
{
	return o->lo + (page << PAGE_SHIFT);
}

/* The pages of [lo, hi) that belong to the object; empty: lo == hi. */
struct span omp2cl_pt_cut(const object *, uintptr_t lo, uintptr_t hi);

/* The next maximal run of pages in [from, hi) that are absent, or that are not;
 * empty at hi where there is none. */
struct span omp2cl_pt_absent_run(const object *, size_t from, size_t hi);
struct span omp2cl_pt_home_run(const object *, size_t from, size_t hi);
/* The run of pages from `from` with the same state as its first, up to hi. */
size_t omp2cl_pt_same_until(const object *, size_t from, size_t hi);

int omp2cl_pt_spans_have(const struct spans *, size_t page);
/* Adds a span's part around one of its pages that meets none of the others; gives what
 * was added, which is nothing where the page is there already, or no room. */
struct span omp2cl_pt_spans_add(struct spans *, struct span, size_t page);

/* Sets the state of pages and keeps the counts of absent pages. */
void omp2cl_pt_set(object *, size_t lo, size_t hi, uint8_t state);

/* Whether dropping [lo, hi) takes the page on which the device's copy ends, while it
 * is home: then what lies behind the copy goes to o->fringe. */
int omp2cl_pt_has_fringe(const object *, size_t lo, size_t hi);

/* The total of absent pages of all objects. Atomic. */
extern size_t omp2cl_pt_absent_total;

/* The index: which object is where. These take and give its lock. */
int omp2cl_pt_index_add(object *); /* 0, or -EEXIST where it overlaps another */
void omp2cl_pt_index_remove(object *);
/* The first object that overlaps [lo, hi), with its serial number; NULL. */
object *omp2cl_pt_index_find(uintptr_t lo, uintptr_t hi, uint32_t *serial);
/* Whether an object may overlap [lo, hi); takes no lock. */
int omp2cl_pt_index_may_overlap(uintptr_t lo, uintptr_t hi);
/* Calls visit for each object, the lock being held already (fork). */
void omp2cl_pt_index_each(void (*visit)(object *));
extern struct lock omp2cl_pt_index_lock;
void omp2cl_pt_index_forget(void);

/* Locks the object if it still has the serial number; 0 or -ESRCH. For threads
 * whose signals are blocked. */
int omp2cl_pt_enter(object *, uint32_t serial);

/* Collects ranges into a caller's array, merging small gaps when it is full. */
struct collector {
	struct omp2cl_pages_range *ranges;
	int max, n;
	size_t gap; /* bytes; gaps up to it are merged */
};
void omp2cl_pt_collect(struct collector *, uintptr_t lo, uintptr_t hi);

/* What each rung does in its own way. Pages are numbers in the object, whose lock
 * is held. */
struct rung {
	int (*open)(const char **step); /* 0, or -errno at the step named */
	void (*close)(void);
	int (*adopt)(object *);  /* begins tracking; all pages home and written */
	void (*release)(object *); /* makes all pages plain memory */
	int (*protect)(object *, size_t lo, size_t hi);
	int (*written)(object *, size_t lo, size_t hi, struct collector *, int protect);
	/* Makes the pages absent for the program, their states being set to `state`
	 * by it; on an error none is. */
	int (*drop)(object *, size_t lo, size_t hi, uint8_t state);
	/* Fills absent pages, which stay absent for the program or become clean at
	 * once. Called by several threads for different pages. */
	int (*fill)(object *, size_t lo, size_t hi, const void *from);
	/* Filled pages, whose states are home now, become accessible. */
	int (*settle)(object *, size_t lo, size_t hi);
	/* Home pages become writable and count as written. */
	int (*unlock)(object *, size_t lo, size_t hi);
	/* The part goes: plain pages that count as written. */
	void (*abandon)(object *, size_t lo, size_t hi);
	int io_needs_home;
	/* Whether pages of which none is absent are all clean, found out without the
	 * lock. NULL: `written` tells. */
	int (*clean)(const object *, size_t lo, size_t hi);
};
/* Drops are one at a time, and none while the process forks. */
void omp2cl_pt_gate_take(void);
void omp2cl_pt_gate_give(void);

extern const struct rung omp2cl_pt_uffd, omp2cl_pt_uffd_user, omp2cl_pt_wp, omp2cl_pt_mprotect;

/* The rung in force, NULL for none. Atomic pointer. */
extern const struct rung *omp2cl_pt_rung_in_force;
static inline const struct rung *rung_now(void)
{
	return __atomic_load_n(&omp2cl_pt_rung_in_force, __ATOMIC_ACQUIRE);
}

#endif
