/* streams.c - how much to take for a touch. Touches that run forward (or backward)
 * from one another form a stream, whose grain is what it has taken so far, up to
 * 2 MiB: a part of 2^k pages is taken exactly. Ahead of a stream at full grain the
 * service reads on, and once an eighth of an object has come so, or several streams
 * run through it as threads make them, to its end: a program that reads so much
 * reads it all. Objects whose touches form no streams get smaller first grains, down
 * to a page. */
#define _GNU_SOURCE
#include "service.h"

enum {
	STREAMS = 64,
	FIRST_GRAIN = (64 << 10) / PAGE,
	MOST_GRAIN = (2 << 20) / PAGE,
	SURE = 2, /* steps until a stream is no accident */
	SEVERAL = 3, /* streams */
	WHOLE = (128 << 10) / PAGE, /* objects up to here come at once */
	AHEAD = (16 << 20) / PAGE,
	MOST_STEP = (32 << 20) / PAGE, /* when everything is wanted */
	PATIENCE = 8, /* touches without a stream before the first grain shrinks */
	SHRINKS = 4,  /* 64 KiB to 4 KiB */
	SLACK = 16,   /* pages that a stream may pass over */
};

/* Only the service comes here. */
struct stream {
	object *o;
	uint32_t serial, episode, guards;
	int writes;
	size_t lo, hi; /* the pages last taken */
	size_t grain;
	size_t ahead; /* read on to this page */
	int steps;    /* how often it has gone on */
	size_t taken; /* in all */
	uint64_t used;
};
static struct stream streams[STREAMS];
static uint64_t uses;

static int runs_forward(const struct stream *s, size_t page)
{
	return page >= s->hi && page - s->hi < SLACK;
}

static int runs_backward(const struct stream *s, size_t page)
{
	return page < s->lo && s->lo - page <= SLACK;
}

static struct stream *find(const object *o, size_t page, int writes)
{
	for (struct stream *s = streams; s < streams + STREAMS; s++)
		if (s->o == o && s->serial == o->serial && s->episode == o->episode && s->writes == writes &&
		    (!writes || s->guards == o->guards) && (runs_forward(s, page) || runs_backward(s, page)))
			return s;
	return NULL;
}

static struct stream *oldest(void)
{
	struct stream *old = streams;
	for (struct stream *s = streams; s < streams + STREAMS; s++)
		if (s->used < old->used)
			old = s;
	return old;
}

static size_t first_grain(object *o, int writes)
{
	if (pages_of(o) <= WHOLE && !writes)
		return WHOLE;
	int over = ++o->misses[writes] - PATIENCE;
	if (over > SHRINKS)
		o->misses[writes] = PATIENCE + (over = SHRINKS);
	return FIRST_GRAIN >> (over > 0 ? over : 0);
}

static struct stream *begin(object *o, size_t page, int writes, struct span *wanted)
{
	struct stream *s = oldest();
	*s = (struct stream){.o = o,
			     .serial = o->serial,
			     .episode = o->episode,
			     .guards = o->guards,
			     .writes = writes,
			     .grain = first_grain(o, writes)};
	wanted->lo = page & ~(s->grain - 1);
	wanted->hi = wanted->lo + s->grain;
	return s;
}

static int wants_everything(const object *o)
{
	return o->came >= pages_of(o) / 8 || o->streaming >= SEVERAL;
}

static void go_on(struct stream *s, size_t page, struct span *wanted)
{
	int forward = runs_forward(s, page);
	object *o = s->o;
	if (++s->steps == SURE && !s->writes && forward)
		o->streaming++;
	if (s->grain < s->taken)
		s->grain = s->taken < MOST_GRAIN ? s->taken : MOST_GRAIN;
	o->misses[s->writes] -= o->misses[s->writes] > 1 ? 2 : o->misses[s->writes];
	if (forward)
		*wanted = (struct span){page, page + s->grain};
	else
		*wanted = (struct span){page + 1 > s->grain ? page + 1 - s->grain : 0, page + 1};
	s->ahead = 0;
	if (s->writes || !forward)
		return;
	if (wants_everything(o)) {
		wanted->hi = page + MOST_STEP;
		s->ahead = pages_of(o);
	} else if (s->grain == MOST_GRAIN) {
		s->ahead = wanted->hi + AHEAD;
	}
}

struct stream *omp2cl_pt_stream(object *o, size_t page, int writes, struct span *wanted)
{
	struct stream *s = find(o, page, writes);
	if (s)
		go_on(s, page, wanted);
	else
		s = begin(o, page, writes, wanted);
	s->used = ++uses;
	if (wanted->hi > pages_of(o))
		wanted->hi = pages_of(o);
	return s;
}

void omp2cl_pt_stream_took(struct stream *s, struct span taken)
{
	s->lo = taken.lo;
	s->hi = taken.hi;
	s->taken += taken.hi - taken.lo;
}

int omp2cl_pt_stream_ahead(struct stream **stream, object **o, uint32_t *serial, struct span *pages)
{
	struct stream *best = NULL;
	for (struct stream *s = streams; s < streams + STREAMS; s++)
		if (s->hi < s->ahead && (!best || s->used > best->used))
			best = s;
	if (!best)
		return 0;
	*stream = best;
	*o = best->o;
	*serial = best->serial;
	size_t left = best->ahead - best->hi, step = left > AHEAD ? MOST_STEP : MOST_GRAIN;
	*pages = (struct span){best->hi, left > step ? best->hi + step : best->ahead};
	return 1;
}

void omp2cl_pt_new_episode(object *o)
{
	o->episode++;
	o->came = 0;
	o->streaming = 0;
	o->parts.n = 0;
}

int omp2cl_pt_stream_goes_on(const struct stream *s)
{
	return s->o->serial == s->serial && s->o->episode == s->episode;
}

void omp2cl_pt_stream_advance(struct stream *s, size_t hi)
{
	s->hi = hi;
}

void omp2cl_pt_stream_stop(struct stream *s)
{
	s->ahead = 0;
}
