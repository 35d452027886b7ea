/* bring.c - fetching pages: device reads through the reader's slots, several under
 * way at a time, while the one that is ready is filled in. */
#define _GNU_SOURCE
#include <string.h>

#include "service.h"

enum { MOST_SLOTS = 16 };
static const size_t SMALLEST_PIECE = (256 << 10) / PAGE; /* pages; what the crew shares */
static const size_t SMALLEST_UNIT = (64 << 10) / PAGE;   /* pages; what a member takes */
static const size_t MOST_GAP = (64 << 10) / PAGE;        /* home pages read with absent ones around */

/* One device read: pages [lo, hi), of which those with this state are filled. */
struct piece {
	size_t lo, hi;
	uint8_t state;
	unsigned slot;
	size_t bytes; /* read from the device; the rest, less than a page, is the program's */
};

/* A fetch under way. */
struct fetch {
	object *o;
	size_t at, hi;      /* what no piece was made of yet */
	size_t piece_pages; /* for a reader with slots large enough */
	struct omp2cl_reader *reader;
	struct piece flying[MOST_SLOTS];
	unsigned first, nflying, started;
	int error;
};

static struct omp2cl_source *source_of(object *o, uint8_t state)
{
	return &o->places[state - 1].source;
}

/* Pieces small enough that the slots take turns, large enough for the crew. */
static size_t piece_pages(size_t pages)
{
	size_t n = pages / 4;
	return n < SMALLEST_PIECE ? SMALLEST_PIECE : n;
}

/* The end of the piece that starts at lo: absent pages of one source, with small
 * gaps between them. */
static size_t piece_end(const object *o, size_t lo, size_t limit)
{
	size_t end = omp2cl_pt_same_until(o, lo, limit);
	while (end < limit) {
		size_t reach = limit - end > MOST_GAP ? end + MOST_GAP + 1 : limit;
		struct span next = omp2cl_pt_absent_run(o, end, reach);
		if (next.lo == next.hi || o->state[next.lo] != o->state[lo])
			break;
		end = omp2cl_pt_same_until(o, next.lo, limit);
	}
	return end;
}

static size_t bytes_to_read(const object *o, size_t lo, size_t hi)
{
	uintptr_t from = address_of(o, lo), to = address_of(o, hi);
	if (to > o->end)
		to = o->end;
	return to > from ? to - from : 0;
}

/* Makes the next piece; 0 where there is none, or none for the reader in use while
 * its reads are under way. */
static int next_piece(struct fetch *f, struct piece *p)
{
	struct span run = omp2cl_pt_absent_run(f->o, f->at, f->hi);
	f->at = run.lo;
	if (run.lo == run.hi)
		return 0;
	struct omp2cl_source *source = source_of(f->o, f->o->state[run.lo]);
	if (f->nflying > 0 && source->reader != f->reader)
		return 0;
	f->reader = source->reader;
	size_t most = f->reader->slot_size >> PAGE_SHIFT;
	if (most > f->piece_pages)
		most = f->piece_pages;
	p->lo = run.lo;
	p->hi = piece_end(f->o, run.lo, f->hi - run.lo > most ? run.lo + most : f->hi);
	p->state = f->o->state[run.lo];
	p->bytes = bytes_to_read(f->o, p->lo, p->hi);
	return 1;
}

static void device_failed(struct fetch *f, int code)
{
	__atomic_store_n(&f->o->device_error, code, __ATOMIC_RELAXED);
	f->error = -EIO;
}

static int start(struct fetch *f, struct piece *p)
{
	struct omp2cl_source *s = source_of(f->o, p->state);
	p->slot = f->started % (f->reader->nslots < MOST_SLOTS ? f->reader->nslots : MOST_SLOTS);
	if (p->bytes == 0)
		return 0;
	COUNT(reads, 1);
	return f->reader->start(f->reader->self, p->slot, s->mem, s->off + ((uint64_t)p->lo << PAGE_SHIFT), p->bytes,
				s->after);
}

/* Starts reads until the slots are used up. */
static void start_more(struct fetch *f)
{
	unsigned slots = f->reader && f->reader->nslots < MOST_SLOTS ? f->reader->nslots : MOST_SLOTS;
	struct piece p;
	while (!f->error && f->nflying < slots && next_piece(f, &p)) {
		slots = f->reader->nslots < MOST_SLOTS ? f->reader->nslots : MOST_SLOTS;
		int code = start(f, &p);
		if (code) {
			device_failed(f, code);
			return;
		}
		f->flying[(f->first + f->nflying++) % MOST_SLOTS] = p;
		f->started++;
		f->at = p.hi;
	}
}

/* What the crew does together: unit u of the piece. */
struct filling {
	object *o;
	const struct piece *p;
	const char *slot;
	size_t unit;
	int error;
};

static void fill_unit(void *arg, unsigned u)
{
	struct filling *w = arg;
	const struct rung *rung = rung_now();
	size_t at = w->p->lo + u * w->unit;
	size_t hi = w->p->hi - at > w->unit ? at + w->unit : w->p->hi;
	while (at < hi) {
		size_t until = omp2cl_pt_same_until(w->o, at, hi);
		if (w->o->state[at] == w->p->state) {
			int r = rung->fill(w->o, at, until, w->slot + ((at - w->p->lo) << PAGE_SHIFT));
			if (r)
				__atomic_store_n(&w->error, r, __ATOMIC_RELAXED);
		}
		at = until;
	}
}

static int fill(object *o, const struct piece *p, char *slot)
{
	size_t pages = p->hi - p->lo;
	size_t rest = (pages << PAGE_SHIFT) - p->bytes;
	if (rest && o->fringe)
		memcpy(slot + p->bytes, o->fringe + PAGE - rest, rest);
	else
		memset(slot + p->bytes, 0, rest);
	struct filling w = {.o = o, .p = p, .slot = slot, .unit = pages};
	unsigned crew = omp2cl_pt_crew_size();
	if (pages >= SMALLEST_PIECE && crew > 1) {
		w.unit = (pages + 2 * crew - 1) / (2 * crew);
		if (w.unit < SMALLEST_UNIT)
			w.unit = SMALLEST_UNIT;
	}
	omp2cl_pt_crew_run(fill_unit, &w, (unsigned)((pages + w.unit - 1) / w.unit));
	return w.error;
}

/* The filled pages of the piece become home. */
static size_t settle(object *o, const struct piece *p)
{
	const struct rung *rung = rung_now();
	size_t filled = 0;
	for (size_t at = p->lo; at < p->hi;) {
		size_t until = omp2cl_pt_same_until(o, at, p->hi);
		if (o->state[at] == p->state) {
			omp2cl_pt_set(o, at, until, HOME);
			rung->settle(o, at, until);
			filled += until - at;
		}
		at = until;
	}
	return filled;
}

/* n: bytes of pages; on the last page the device has fewer. */
static void came(struct fetch *f, const struct piece *p, uint64_t n, uint64_t *bytes)
{
	if (n)
		omp2cl_pt_tally(f->reader, 0, (uint64_t)omp2cl_pt_parts_add(&f->o->parts, p->lo, p->hi), n < p->bytes ? n : p->bytes);
	*bytes += n;
}

/* Waits for the oldest read and fills its pages in. */
static void finish_one(struct fetch *f, uint64_t *bytes)
{
	struct piece *p = &f->flying[f->first];
	int code = p->bytes ? f->reader->finish(f->reader->self, p->slot) : 0;
	if (code) {
		device_failed(f, code);
	} else {
		int r = fill(f->o, p, f->reader->slots[p->slot]);
		if (r)
			f->error = r;
		else
			came(f, p, settle(f->o, p) << PAGE_SHIFT, bytes);
	}
	f->first = (f->first + 1) % MOST_SLOTS;
	f->nflying--;
}

int omp2cl_pt_bring(object *o, size_t lo, size_t hi, uint64_t *bytes)
{
	struct fetch f = {.o = o, .at = lo, .hi = hi, .piece_pages = piece_pages(hi - lo)};
	__atomic_store_n(&o->filling, 1, __ATOMIC_SEQ_CST);
	for (start_more(&f); f.nflying > 0; start_more(&f))
		finish_one(&f, bytes);
	__atomic_store_n(&o->filling, 0, __ATOMIC_SEQ_CST);
	return f.error;
}
