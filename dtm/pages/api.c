/* api.c - the operations on objects. */
#define _GNU_SOURCE
#include <string.h>

#include "service.h"
#include "store.h"

const struct rung *omp2cl_pt_rung_in_force;

/* Objects that were removed; linked by left. */
static struct {
	struct lock lock;
	object *spare;
} removed;

static object *new_object(void)
{
	uint64_t mask = omp2cl_pt_quiet();
	omp2cl_pt_take(&removed.lock);
	object *o = removed.spare;
	if (o)
		removed.spare = o->left;
	omp2cl_pt_give(&removed.lock);
	omp2cl_pt_unquiet(mask);
	return o ? o : omp2cl_pt_alloc(sizeof *o);
}

static void spare_object(object *o)
{
	uint64_t mask = omp2cl_pt_quiet();
	omp2cl_pt_take(&removed.lock);
	o->left = removed.spare;
	removed.spare = o;
	omp2cl_pt_give(&removed.lock);
	omp2cl_pt_unquiet(mask);
}

static void free_parts(object *o)
{
	omp2cl_pt_free(o->state, pages_of(o));
	omp2cl_pt_free(o->places, o->places_cap * sizeof *o->places);
	if (o->fringe)
		k_unmap(o->fringe - PAGE, 3 * PAGE);
	o->state = NULL;
	o->fringe = NULL;
	o->places = NULL;
	o->nplaces = o->places_cap = 0;
}

/* --- Coming and going -------------------------------------------------------- */

/* The lock is held; a stale reference may be waiting for it, so it and the serial
 * number stay as they are. */
static int begin(object *o, uintptr_t lo, uintptr_t hi, uintptr_t end, int kind)
{
	o->lo = lo;
	o->hi = hi;
	o->end = end;
	o->kind = kind;
	o->missing = o->coarse = 0;
	o->misses[0] = o->misses[1] = 0;
	omp2cl_pt_new_episode(o);
	o->lost = 0;
	__atomic_store_n(&o->dead, 0, __ATOMIC_SEQ_CST);
	__atomic_store_n(&o->device_error, 0, __ATOMIC_RELAXED);
	o->state = omp2cl_pt_alloc(pages_of(o));
	if (!o->state)
		return -ENOMEM;
	int r = omp2cl_pt_index_add(o);
	if (r < 0)
		return r;
	r = rung_now()->adopt(o);
	if (r < 0)
		omp2cl_pt_index_remove(o);
	return r;
}

omp2cl_pages_object *omp2cl_pages_add(uintptr_t lo, uintptr_t hi, uintptr_t end, int kind, int *why)
{
	int r = -EINVAL;
	object *o = NULL;
	if (!rung_now())
		r = -ENOSYS;
	else if (lo < hi && lo % PAGE == 0 && hi % PAGE == 0 && lo < end && end <= hi)
		r = (o = new_object()) ? 0 : -ENOMEM;
	if (r == 0) {
		uint64_t mask = omp2cl_pt_quiet();
		omp2cl_pt_take(&o->lock);
		r = begin(o, lo, hi, end, kind);
		if (r < 0)
			free_parts(o);
		omp2cl_pt_give(&o->lock);
		omp2cl_pt_unquiet(mask);
		if (r < 0)
			spare_object(o);
	}
	if (why)
		*why = -r;
	return r < 0 ? NULL : o;
}

void omp2cl_pages_remove(omp2cl_pages_object *o)
{
	if (!o || !rung_now())
		return;
	uint64_t mask = omp2cl_pt_quiet();
	omp2cl_pt_take(&o->lock);
	if (!o->dead) {
		omp2cl_pt_set(o, 0, pages_of(o), HOME);
		rung_now()->release(o);
		omp2cl_pt_index_remove(o);
	}
	free_parts(o);
	omp2cl_pt_give(&o->lock);
	omp2cl_pt_unquiet(mask);
	spare_object(o);
}

/* --- Operations under the object's lock --------------------------------------- */

/* One operation on the pages of a range, from blocking the signals to restoring
 * them. */
struct turn {
	uint64_t mask;
	struct span pages;
	int error; /* -ESRCH; then nothing is held */
};

static struct turn begin_turn(object *o, uintptr_t lo, uintptr_t hi)
{
	struct turn t = {.error = -ESRCH};
	if (!rung_now() || omp2cl_pages_dead(o))
		return t;
	t.mask = omp2cl_pt_quiet();
	omp2cl_pt_take(&o->lock);
	if (omp2cl_pages_dead(o)) {
		omp2cl_pt_give(&o->lock);
		omp2cl_pt_unquiet(t.mask);
		return t;
	}
	t.error = 0;
	t.pages = omp2cl_pt_cut(o, lo, hi);
	return t;
}

static int end_turn(object *o, struct turn t, int result)
{
	omp2cl_pt_give(&o->lock);
	omp2cl_pt_unquiet(t.mask);
	return result;
}

/* While pages are being filled in, a thread that was let go may already have written
 * to one of them: its next look waits for the true number. */
size_t omp2cl_pages_absent_count(omp2cl_pages_object *o)
{
	if (__atomic_load_n(&o->filling, __ATOMIC_SEQ_CST)) {
		struct turn t = begin_turn(o, 0, 0);
		if (!t.error)
			end_turn(o, t, 0);
	}
	return __atomic_load_n(&o->absent, __ATOMIC_SEQ_CST);
}

int omp2cl_pages_set_end(omp2cl_pages_object *o, uintptr_t end)
{
	struct turn t = begin_turn(o, 0, 0);
	if (t.error)
		return t.error;
	if (end <= o->lo || end > o->hi)
		return end_turn(o, t, -EINVAL);
	if (end < o->end && omp2cl_pt_absent_run(o, (end - o->lo) >> PAGE_SHIFT, pages_of(o)).lo < pages_of(o))
		return end_turn(o, t, -EBUSY); /* what the host had there is no longer known */
	o->end = end;
	return end_turn(o, t, 0);
}

int omp2cl_pages_kind(const omp2cl_pages_object *o)
{
	return o->kind;
}

struct omp2cl_pages_range omp2cl_pages_extent(const omp2cl_pages_object *o)
{
	return (struct omp2cl_pages_range){o->lo, o->hi};
}

size_t omp2cl_pages_lost(const omp2cl_pages_object *o)
{
	return omp2cl_pages_dead(o) ? o->lost : 0;
}

int omp2cl_pages_dead(const omp2cl_pages_object *o)
{
	return __atomic_load_n(&o->dead, __ATOMIC_SEQ_CST) != 0;
}

int omp2cl_pages_device_error(const omp2cl_pages_object *o)
{
	return __atomic_load_n(&o->device_error, __ATOMIC_RELAXED);
}

int omp2cl_pages_protect(omp2cl_pages_object *o, uintptr_t lo, uintptr_t hi)
{
	struct turn t = begin_turn(o, lo, hi);
	if (t.error)
		return t.error;
	o->guards++;
	return end_turn(o, t, rung_now()->protect(o, t.pages.lo, t.pages.hi));
}

int omp2cl_pages_unprotect(omp2cl_pages_object *o, uintptr_t lo, uintptr_t hi)
{
	struct turn t = begin_turn(o, lo, hi);
	if (t.error)
		return t.error;
	int r = 0;
	for (size_t at = t.pages.lo; at < t.pages.hi && r == 0;) {
		size_t until = omp2cl_pt_same_until(o, at, t.pages.hi);
		if (!is_absent(o->state[at]))
			r = rung_now()->unlock(o, at, until);
		at = until;
	}
	return end_turn(o, t, r);
}

/* Whether pages are clean that are few enough to look at them twice where they are not:
 * without the lock that costs less, for which signals must be blocked. */
static int is_soon_seen_clean(omp2cl_pages_object *o, uintptr_t lo, uintptr_t hi)
{
	enum { FEW = 1024 * PAGE };
	return hi - lo <= FEW && rung_now() && rung_now()->clean && omp2cl_pages_still(o, lo, hi, 0) && !omp2cl_pages_dead(o);
}

int omp2cl_pages_written(omp2cl_pages_object *o, uintptr_t lo, uintptr_t hi, struct omp2cl_pages_range *ranges, int max,
			 int protect)
{
	if (max < 1)
		return -EINVAL;
	if (is_soon_seen_clean(o, lo, hi))
		return 0;
	struct turn t = begin_turn(o, lo, hi);
	if (t.error)
		return t.error;
	struct collector c = {.ranges = ranges, .max = max};
	o->guards += protect != 0;
	int r = rung_now()->written(o, t.pages.lo, t.pages.hi, &c, protect);
	return end_turn(o, t, r < 0 ? r : c.n);
}

int omp2cl_pages_still(omp2cl_pages_object *o, uintptr_t lo, uintptr_t hi, int away)
{
	struct omp2cl_pages_range range;
	const struct rung *rung = rung_now();
	size_t absent = omp2cl_pages_absent_count(o);
	if (away || absent > 0 || rung == NULL || lo < o->lo || hi > o->hi)
		return away && absent == pages_of(o);
	if (rung->clean != NULL)
		return rung->clean(o, (lo - o->lo) >> PAGE_SHIFT, (hi - o->lo + PAGE - 1) >> PAGE_SHIFT);
	return omp2cl_pages_written(o, lo, hi, &range, 1, 0) == 0;
}

int omp2cl_pages_absent(omp2cl_pages_object *o, uintptr_t lo, uintptr_t hi, struct omp2cl_pages_range *ranges, int max)
{
	struct turn t = begin_turn(o, lo, hi);
	if (t.error)
		return t.error;
	int n = 0;
	for (struct span s = {t.pages.lo, t.pages.lo}; n < max; n++) {
		s = omp2cl_pt_absent_run(o, s.hi, t.pages.hi);
		if (s.lo == s.hi)
			break;
		ranges[n] = (struct omp2cl_pages_range){address_of(o, s.lo), address_of(o, s.hi)};
	}
	return end_turn(o, t, n);
}

/* --- Places -------------------------------------------------------------------- */

static int same_source(const struct omp2cl_source *a, const struct omp2cl_source *b)
{
	return a->reader == b->reader && a->mem == b->mem && a->off == b->off && a->after == b->after;
}

static int more_places(object *o)
{
	unsigned cap = o->places_cap ? 2 * o->places_cap : 2;
	if (cap > MOST_SOURCES)
		cap = MOST_SOURCES;
	if (cap == o->places_cap)
		return -ENOSPC;
	struct place *places = omp2cl_pt_alloc(cap * sizeof *places);
	if (!places)
		return -ENOMEM;
	if (o->nplaces)
		memcpy(places, o->places, o->nplaces * sizeof *places);
	omp2cl_pt_free(o->places, o->places_cap * sizeof *places);
	o->places = places;
	o->places_cap = cap;
	return 0;
}

/* The state that names the source, new if need be; or -errno. */
static int state_for(object *o, const struct omp2cl_source *source)
{
	int unused = -1;
	for (unsigned k = 0; k < o->nplaces; k++) {
		if (o->places[k].pages == 0)
			unused = (int)k;
		else if (same_source(&o->places[k].source, source)) {
			o->places[k].source.origin = source->origin;
			return (int)k + 1;
		}
	}
	if (unused < 0) {
		int r = o->nplaces < o->places_cap ? 0 : more_places(o);
		if (r < 0)
			return r;
		unused = (int)o->nplaces++;
	}
	o->places[unused] = (struct place){.source = *source};
	return unused + 1;
}

static const size_t LARGE = 1 << 20;

int omp2cl_pages_retarget(omp2cl_pages_object *o, uintptr_t lo, uintptr_t hi, const struct omp2cl_source *source)
{
	struct turn t = begin_turn(o, lo, hi);
	if (t.error)
		return t.error;
	int state = state_for(o, source);
	if (state < 0)
		return end_turn(o, t, state);
	for (struct span s = {t.pages.lo, t.pages.lo};;) {
		s = omp2cl_pt_absent_run(o, s.hi, t.pages.hi);
		if (s.lo == s.hi)
			return end_turn(o, t, 0);
		omp2cl_pt_set(o, s.lo, s.hi, (uint8_t)state);
	}
}

/* Drops are one at a time, and none while the process forks. */
static struct lock gate;

void omp2cl_pt_gate_take(void)
{
	omp2cl_pt_take(&gate);
}

void omp2cl_pt_gate_give(void)
{
	omp2cl_pt_give(&gate);
}

/* Pages wholly behind the device's copy stay home. */
static struct span held_by_device(const object *o, struct span s)
{
	size_t end = (o->end - o->lo + PAGE - 1) >> PAGE_SHIFT;
	if (s.hi > end)
		s.hi = end;
	return s.lo < s.hi ? s : (struct span){0, 0};
}

static int make_fringe(object *o, struct span s)
{
	if (o->fringe || !omp2cl_pt_has_fringe(o, s.lo, s.hi))
		return 0;
	/* Beside the program's memory the kernel would join a page that is moved here to
	 * it, and end its registration: inaccessible pages keep them apart. */
	uint8_t *p = k_map(3 * PAGE);
	if (!p)
		return -ENOMEM;
	uintptr_t lo = (uintptr_t)p;
	if (k_protect(lo, lo + PAGE, PROT_NONE) < 0 || k_protect(lo + 2 * PAGE, lo + 3 * PAGE, PROT_NONE) < 0) {
		k_unmap(p, 3 * PAGE);
		return -ENOMEM;
	}
	o->fringe = p + PAGE;
	return 0;
}

static int drop(object *o, uintptr_t lo, uintptr_t hi, const struct omp2cl_source *source)
{
	struct turn t = begin_turn(o, lo, hi);
	if (t.error)
		return t.error;
	struct span s = held_by_device(o, t.pages);
	int state = state_for(o, source);
	int r = state < 0 ? state : make_fringe(o, s);
	if (r == 0 && s.lo < s.hi) {
		omp2cl_pt_new_episode(o);
		r = rung_now()->drop(o, s.lo, s.hi, (uint8_t)state);
		if (r == 0)
			COUNT(dropped_bytes, (s.hi - s.lo) << PAGE_SHIFT);
	}
	return end_turn(o, t, r);
}

int omp2cl_pages_drop(omp2cl_pages_object *o, uintptr_t lo, uintptr_t hi, const struct omp2cl_source *source)
{
	if (!rung_now()) /* in a forked child the gate is closed for ever */
		return -ESRCH;
	if (hi > lo && hi - lo >= LARGE) {
		omp2cl_pt_crew_start();
		omp2cl_pt_calm();
	}
	uint64_t mask = omp2cl_pt_quiet();
	omp2cl_pt_gate_take();
	int r = drop(o, lo, hi, source);
	omp2cl_pt_gate_give();
	omp2cl_pt_unquiet(mask);
	return r;
}

int omp2cl_pages_fetch(omp2cl_pages_object *o, uintptr_t lo, uintptr_t hi)
{
	struct turn t = begin_turn(o, lo, hi);
	if (t.error)
		return t.error;
	struct span s = omp2cl_pt_absent_run(o, t.pages.lo, t.pages.hi);
	uint32_t serial = o->serial;
	end_turn(o, t, 0);
	return s.lo == s.hi ? 0 : omp2cl_pt_ask_pages(NOTE_FETCH, o, serial, s.lo, t.pages.hi);
}
