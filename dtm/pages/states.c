/* states.c - the state bytes of an object's pages, and ranges of them. */
#define _GNU_SOURCE
#include <string.h>

#include "object.h"

size_t omp2cl_pt_absent_total;

struct span omp2cl_pt_cut(const object *o, uintptr_t lo, uintptr_t hi)
{
	lo &= ~(PAGE - 1);
	if (hi > o->hi)
		hi = o->hi;
	hi = (hi + PAGE - 1) & ~(PAGE - 1);
	if (lo < o->lo)
		lo = o->lo;
	if (lo >= hi)
		return (struct span){0, 0};
	return (struct span){(lo - o->lo) >> PAGE_SHIFT, (hi - o->lo) >> PAGE_SHIFT};
}

int omp2cl_pt_has_fringe(const object *o, size_t lo, size_t hi)
{
	size_t last = (o->end - 1 - o->lo) >> PAGE_SHIFT;
	return o->end % PAGE != 0 && lo <= last && hi == last + 1 && !is_absent(o->state[last]);
}

/* 0x80 in each byte of w that is zero. */
static inline uint64_t zero_bytes(uint64_t w)
{
	return ~(((w & 0x7f7f7f7f7f7f7f7full) + 0x7f7f7f7f7f7f7f7full) | w | 0x7f7f7f7f7f7f7f7full);
}

/* The first page in [from, hi) that is absent, or is not; hi where none. Eight
 * pages at a time: most calls pass over long runs; none where all are alike. */
static size_t first(const object *o, size_t from, size_t hi, int absent)
{
	if (o->absent == 0 || o->absent == pages_of(o))
		return (o->absent != 0) == absent && from < hi ? from : hi;
	while (from < hi) {
		if (from % 8 == 0 && from + 8 <= hi) {
			uint64_t w;
			memcpy(&w, o->state + from, 8);
			uint64_t home = zero_bytes(w) | zero_bytes(~w);
			if (absent ? home == 0x8080808080808080ull : home == 0) {
				from += 8;
				continue;
			}
		}
		if (is_absent(o->state[from]) == absent)
			return from;
		from++;
	}
	return hi;
}

struct span omp2cl_pt_absent_run(const object *o, size_t from, size_t hi)
{
	size_t lo = first(o, from, hi, 1);
	return (struct span){lo, first(o, lo, hi, 0)};
}

struct span omp2cl_pt_home_run(const object *o, size_t from, size_t hi)
{
	size_t lo = first(o, from, hi, 0);
	return (struct span){lo, first(o, lo, hi, 1)};
}

size_t omp2cl_pt_same_until(const object *o, size_t from, size_t hi)
{
	uint8_t state = o->state[from];
	uint64_t eight = state * 0x0101010101010101ull, w;
	while (from < hi) {
		if (from % 8 == 0 && from + 8 <= hi && (memcpy(&w, o->state + from, 8), w == eight))
			from += 8;
		else if (o->state[from] == state)
			from++;
		else
			break;
	}
	return from;
}

static void add_absent(object *o, size_t pages)
{
	__atomic_add_fetch(&o->absent, pages, __ATOMIC_SEQ_CST);
	__atomic_add_fetch(&omp2cl_pt_absent_total, pages, __ATOMIC_SEQ_CST);
}

void omp2cl_pt_set(object *o, size_t lo, size_t hi, uint8_t state)
{
	for (size_t at = o->absent ? lo : hi; at < hi;) {
		size_t until = omp2cl_pt_same_until(o, at, hi);
		if (is_absent(o->state[at])) {
			o->places[o->state[at] - 1].pages -= until - at;
			add_absent(o, -(until - at));
		}
		at = until;
	}
	memset(o->state + lo, state, hi - lo);
	if (is_absent(state)) {
		o->places[state - 1].pages += hi - lo;
		add_absent(o, hi - lo);
	}
}

int omp2cl_pt_spans_have(const struct spans *list, size_t page)
{
	for (unsigned i = 0; i < list->n; i++)
		if (page >= list->of[i].lo && page < list->of[i].hi)
			return 1;
	return 0;
}

struct span omp2cl_pt_spans_add(struct spans *list, struct span s, size_t page)
{
	if (list->n == MOST_SPANS || omp2cl_pt_spans_have(list, page))
		return (struct span){page, page};
	for (unsigned i = 0; i < list->n; i++) {
		struct span other = list->of[i];
		if (other.lo > page && other.lo < s.hi)
			s.hi = other.lo;
		if (other.hi <= page && other.hi > s.lo)
			s.lo = other.hi;
	}
	list->of[list->n++] = s;
	return s;
}

static void merge_gaps(struct collector *c)
{
	int kept = 0;
	for (int i = 1; i < c->n; i++) {
		if (c->ranges[i].lo - c->ranges[kept].hi <= c->gap)
			c->ranges[kept].hi = c->ranges[i].hi;
		else
			c->ranges[++kept] = c->ranges[i];
	}
	if (c->n > 0)
		c->n = kept + 1;
}

/* Where the array is full, the gap that is merged doubles until there is room:
 * small gaps go first, and each doubling looks at every range once. */
void omp2cl_pt_collect(struct collector *c, uintptr_t lo, uintptr_t hi)
{
	for (;;) {
		if (c->n > 0 && lo - c->ranges[c->n - 1].hi <= c->gap) {
			c->ranges[c->n - 1].hi = hi;
			return;
		}
		if (c->n < c->max) {
			c->ranges[c->n++] = (struct omp2cl_pages_range){lo, hi};
			return;
		}
		c->gap = c->gap ? 2 * c->gap : PAGE;
		merge_gaps(c);
	}
}
