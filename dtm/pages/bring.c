/* bring.c - fetching pages: device reads through the reader's slots, as many under way
 * as there are, and one job for the crew from the first read to the last page.
 *
 * The service starts reads, waits for them in their order, and offers what has come in
 * chunks; whoever of the crew has nothing to do takes the next chunk of the piece that
 * fewest are at work on, and stays with that piece. So where much is under way each
 * works in a part of the page table of its own, under a lock of its own, and where little
 * is they share it. A thread that waits for a page goes on when its chunk is in place.
 * States change by the service alone, once all of a piece is. */
#define _GNU_SOURCE
#include <string.h>

#include "service.h"

enum { MOST_SLOTS = 32 };
static const size_t SMALLEST_PIECE = (256 << 10) / PAGE; /* pages; worth calling the crew */
static const size_t SMALLEST_CHUNK = (64 << 10) / PAGE;
static const size_t LARGEST_CHUNK = (256 << 10) / PAGE;
static const size_t MOST_GAP = (64 << 10) / PAGE; /* home pages read with absent ones around */
static const unsigned FEW = 4; /* threads, of which none is spared to wait for slots */

/* What a slot is for: one device read, of pages [lo, hi), of which those with this
 * state are filled. */
struct piece {
	size_t lo, hi;
	uint8_t state;
	size_t bytes; /* read from the device; the rest, less than a page, is the program's */
	size_t chunk; /* pages */
	uint32_t number;
	enum { FREE, READING, FILLING } phase; /* the service's own */
	uint64_t ticket;  /* atomic: number (32), chunks (16), the next to take (16) */
	uint32_t left;    /* atomic: chunks not filled yet; 0: the piece is the service's */
	uint32_t members; /* atomic: at work on it; a hint */
	int error;        /* atomic */
};

/* What the crew sees of the fetch under way. There is one at a time. */
static struct {
	object *o;
	struct omp2cl_reader *reader;
	struct piece piece[MOST_SLOTS];
	uint32_t filled; /* futex: changes when a piece is filled */
} job;

/* What only the service knows of it. */
struct fetch {
	const struct span *spans;
	size_t at[MOST_SPANS]; /* in each span; no piece was made of what follows */
	unsigned nspans, turn; /* the span that is next */
	unsigned started, reading, filling;
	int over; /* no more reads are to be started */
	int crewed;
	int error;
	uint64_t bytes;
};

/* --- Filling: the crew and the service ----------------------------------------- */

static int has_chunks(uint64_t ticket)
{
	return (ticket & 0xffff) < (ticket >> 16 & 0xffff);
}

static int take_chunk(struct piece *p, size_t *chunk)
{
	uint64_t t = __atomic_load_n(&p->ticket, __ATOMIC_ACQUIRE);
	while (has_chunks(t)) {
		if (__atomic_compare_exchange_n(&p->ticket, &t, t + 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
			*chunk = t & 0xffff;
			return 1;
		}
	}
	return 0;
}

/* The piece with chunks that fewest are at work on; of those the first. */
static struct piece *choose(void)
{
	struct piece *best = NULL;
	uint64_t least = UINT64_MAX;
	for (struct piece *p = job.piece; p < job.piece + MOST_SLOTS; p++) {
		uint64_t t = __atomic_load_n(&p->ticket, __ATOMIC_ACQUIRE);
		uint64_t rank = (uint64_t)__atomic_load_n(&p->members, __ATOMIC_RELAXED) << 32 | t >> 32;
		if (has_chunks(t) && rank < least) {
			best = p;
			least = rank;
		}
	}
	return best;
}

/* The piece is whoever's who has taken one of its chunks, until that is filled. */
static void fill_chunk(struct piece *p, size_t chunk)
{
	const struct rung *rung = rung_now();
	const char *slot = job.reader->slots[p - job.piece];
	size_t at = p->lo + chunk * p->chunk;
	size_t hi = p->hi - at > p->chunk ? at + p->chunk : p->hi;
	while (at < hi) {
		size_t until = omp2cl_pt_same_until(job.o, at, hi);
		int r = 0;
		if (job.o->state[at] == p->state)
			r = rung->fill(job.o, at, until, slot + ((at - p->lo) << PAGE_SHIFT));
		if (r)
			__atomic_store_n(&p->error, r, __ATOMIC_RELAXED);
		at = until;
	}
	if (__atomic_sub_fetch(&p->left, 1, __ATOMIC_ACQ_REL) == 0) {
		__atomic_add_fetch(&job.filled, 1, __ATOMIC_RELEASE);
		k_futex_wake(&job.filled, 1);
	}
}

static void work_on(struct piece *p)
{
	size_t chunk;
	__atomic_add_fetch(&p->members, 1, __ATOMIC_RELAXED);
	while (take_chunk(p, &chunk))
		fill_chunk(p, chunk);
	__atomic_sub_fetch(&p->members, 1, __ATOMIC_RELAXED);
}

/* A member's part in the job. */
static void help(void)
{
	for (struct piece *p; (p = choose()) != NULL;)
		work_on(p);
}

static int fill_one_chunk(void)
{
	size_t chunk;
	struct piece *p = choose();
	if (!p || !take_chunk(p, &chunk))
		return 0;
	fill_chunk(p, chunk);
	return 1;
}

/* Offers what has come to all. */
static void offer(struct fetch *f, struct piece *p)
{
	size_t pages = p->hi - p->lo, quarter = (pages + 3) / 4;
	p->chunk = quarter < SMALLEST_CHUNK ? SMALLEST_CHUNK : quarter < LARGEST_CHUNK ? quarter : LARGEST_CHUNK;
	uint64_t chunks = (pages + p->chunk - 1) / p->chunk;
	p->phase = FILLING;
	p->error = 0;
	f->filling++;
	__atomic_store_n(&p->left, (uint32_t)chunks, __ATOMIC_RELAXED);
	__atomic_store_n(&p->ticket, (uint64_t)p->number << 32 | chunks << 16, __ATOMIC_RELEASE);
	if (f->crewed)
		omp2cl_pt_crew_call((unsigned)chunks);
}

/* --- Reading ---------------------------------------------------------------------- */

static struct omp2cl_source *source_of(object *o, uint8_t state)
{
	return &o->places[state - 1].source;
}

/* Where a piece of at most so many pages from lo ends that has more behind it: at a
 * multiple of a power of two in the address space, as parts of the page table do. */
static size_t cut(const object *o, size_t lo, size_t most)
{
	size_t power = (size_t)1 << (63 - __builtin_clzll(most));
	size_t page = address_of(o, lo) >> PAGE_SHIFT;
	return lo + ((page | (power - 1)) + 1 - page);
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

/* The first pieces are small, so that there is something to fill soon. */
static size_t most_pages(const struct fetch *f)
{
	size_t slot = job.reader->slot_size >> PAGE_SHIFT;
	size_t most = f->started < 8 ? SMALLEST_PIECE << f->started : slot;
	return most < slot ? most : slot;
}

/* Turns to the next span with an absent page, of this reader's if it is not NULL. */
static int turn_to_next(struct fetch *f, const struct omp2cl_reader *reader)
{
	for (unsigned tried = 0; tried < f->nspans; tried++, f->turn = (f->turn + 1) % f->nspans) {
		size_t *at = &f->at[f->turn], hi = f->spans[f->turn].hi;
		if (*at < hi && (*at = omp2cl_pt_absent_run(job.o, *at, hi).lo) < hi &&
		    (!reader || source_of(job.o, job.o->state[*at])->reader == reader))
			return 1;
	}
	return 0;
}

/* Finds the next absent page: that of the span whose turn it is, so that threads that wait
 * for one each go on together, but first those of the reader in use. 0 where there is none. */
static int find_next(struct fetch *f)
{
	if ((job.reader && turn_to_next(f, job.reader)) || turn_to_next(f, NULL))
		return 1;
	f->over = 1;
	return 0;
}

/* Makes the next piece; 0 where there is none, or none for the reader in use while
 * its slots are. */
static int next_piece(struct fetch *f, struct piece *p)
{
	if (!find_next(f))
		return 0;
	size_t lo = f->at[f->turn], hi = f->spans[f->turn].hi;
	struct omp2cl_reader *reader = source_of(job.o, job.o->state[lo])->reader;
	if (reader != job.reader) {
		if (f->reading + f->filling > 0)
			return 0;
		job.reader = reader;
	}
	size_t most = most_pages(f);
	p->lo = lo;
	p->hi = piece_end(job.o, lo, hi - lo > most ? cut(job.o, lo, most) : hi);
	p->state = job.o->state[lo];
	p->bytes = bytes_to_read(job.o, lo, p->hi);
	p->number = f->started;
	return 1;
}

static void device_failed(struct fetch *f, int code)
{
	__atomic_store_n(&job.o->device_error, code, __ATOMIC_RELAXED);
	f->error = -EIO;
}

static int start(const struct piece *p)
{
	struct omp2cl_source *s = source_of(job.o, p->state);
	if (p->bytes == 0)
		return 0;
	COUNT(reads, 1);
	return job.reader->start(job.reader->self, (unsigned)(p - job.piece), s->mem,
				 s->off + ((uint64_t)p->lo << PAGE_SHIFT), p->bytes, s->after);
}

static struct piece *free_slot(void)
{
	unsigned n = __atomic_load_n(&job.reader->nslots, __ATOMIC_ACQUIRE);
	for (unsigned s = 0; s < MOST_SLOTS && s < n; s++)
		if (job.piece[s].phase == FREE)
			return &job.piece[s];
	return NULL;
}

/* Starts a read; 0 where there is none to start, or no slot. */
static int start_one(struct fetch *f)
{
	struct piece next;
	if (f->error || !next_piece(f, &next))
		return 0;
	struct piece *p = free_slot();
	if (!p)
		return 0;
	p->lo = next.lo;
	p->hi = next.hi;
	p->state = next.state;
	p->bytes = next.bytes;
	p->number = next.number;
	int code = start(p);
	if (code) {
		device_failed(f, code);
		return 0;
	}
	p->phase = READING;
	f->reading++;
	f->started++;
	f->at[f->turn] = p->hi;
	f->turn = (f->turn + 1) % f->nspans;
	return 1;
}

static struct piece *oldest_read(void)
{
	struct piece *old = NULL;
	for (struct piece *p = job.piece; p < job.piece + MOST_SLOTS; p++)
		if (p->phase == READING && (!old || p->number < old->number))
			old = p;
	return old;
}

/* What the device's copy lacks of the last page. */
static void add_rest(const struct piece *p)
{
	char *slot = job.reader->slots[p - job.piece];
	size_t rest = ((p->hi - p->lo) << PAGE_SHIFT) - p->bytes;
	if (rest && job.o->fringe)
		memcpy(slot + p->bytes, job.o->fringe + PAGE - rest, rest);
	else
		memset(slot + p->bytes, 0, rest);
}

static void finish_oldest(struct fetch *f)
{
	struct piece *p = oldest_read();
	int code = p->bytes ? job.reader->finish(job.reader->self, (unsigned)(p - job.piece)) : 0;
	f->reading--;
	p->phase = FREE;
	if (code) {
		device_failed(f, code);
		return;
	}
	add_rest(p);
	offer(f, p);
}

/* --- Settling ----------------------------------------------------------------------- */

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
static void came(struct fetch *f, const struct piece *p, uint64_t n)
{
	if (n)
		omp2cl_pt_tally(job.reader, 0, (uint64_t)omp2cl_pt_parts_add(&job.o->parts, p->lo, p->hi),
				n < p->bytes ? n : p->bytes);
	f->bytes += n;
}

static void settle_filled(struct fetch *f)
{
	for (struct piece *p = job.piece; p < job.piece + MOST_SLOTS; p++) {
		if (p->phase != FILLING || __atomic_load_n(&p->left, __ATOMIC_ACQUIRE) > 0)
			continue;
		p->phase = FREE;
		f->filling--;
		int error = __atomic_load_n(&p->error, __ATOMIC_RELAXED);
		if (error)
			f->error = error;
		else
			came(f, p, settle(job.o, p) << PAGE_SHIFT);
	}
}

/* --- The whole ------------------------------------------------------------------------ */

static void call_crew(struct fetch *f)
{
	size_t pages = 0;
	for (unsigned i = 0; i < f->nspans; i++)
		pages += f->spans[i].hi - f->spans[i].lo;
	f->crewed = pages >= SMALLEST_PIECE && omp2cl_pt_crew_size() > 1;
	if (!f->crewed)
		return;
	omp2cl_pt_crew_begin(help);
	omp2cl_pt_calm();
}

/* Whether the service fills too. Where others do, it sees first to the reads: a free
 * slot must not wait for a chunk. */
static int may_fill(const struct fetch *f)
{
	if (!f->crewed)
		return 1;
	return f->reading == 0 && (f->over || f->error || omp2cl_pt_crew_size() <= FEW);
}

/* One step of the service; 0 at the end. */
static int go_on(struct fetch *f)
{
	uint32_t filled = __atomic_load_n(&job.filled, __ATOMIC_ACQUIRE);
	settle_filled(f);
	while (start_one(f))
		;
	if (may_fill(f) && fill_one_chunk())
		return 1;
	if (f->reading > 0)
		finish_oldest(f);
	else if (f->filling > 0)
		omp2cl_pt_wait_until_changed(&job.filled, filled);
	else
		return 0;
	return 1;
}

int omp2cl_pt_bring(object *o, const struct span *spans, unsigned n, uint64_t *bytes)
{
	struct fetch f = {.spans = spans, .nspans = n};
	for (unsigned i = 0; i < n; i++)
		f.at[i] = spans[i].lo;
	job.o = o;
	__atomic_store_n(&o->filling, 1, __ATOMIC_SEQ_CST);
	if (start_one(&f))
		call_crew(&f);
	while (go_on(&f))
		;
	if (f.crewed)
		omp2cl_pt_crew_end();
	__atomic_store_n(&o->filling, 0, __ATOMIC_SEQ_CST);
	*bytes += f.bytes;
	return f.error;
}
