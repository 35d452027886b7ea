/* streams.c - how much to take for a touch. Touches that run forward (or backward)
 * from one another form a stream, whose grain is what it has taken so far, up to
 * 2 MiB: a part of 2^k pages is taken exactly. Ahead of a stream at full grain the
 * service reads on, and once an eighth of an object has come so, or several streams
 * run through it as threads make them, to its end: a program that reads so much
 * reads it all. Then every stream gets its share of each step, so that the threads
 * go on together. Objects whose touches form no streams get smaller first grains, down
 * to a page. */
#define _GNU_SOURCE
#include "service.h"

enum {
	STREAMS = 64,
	FIRST_GRAIN = (64 << 10) / PAGE,
	MOST_GRAIN = (2 << 20) / PAGE,
	SURE = 2, /* steps until a stream is no accident */
	SEVERAL = 6, /* signs of streams: three that are sure, or six threads that take turns */
	WHOLE = (128 << 10) / PAGE, /* objects up to here come at once */
	AHEAD = (16 << 20) / PAGE,
	MOST_STEP = (64 << 20) / PAGE, /* when everything is wanted */
	PATIENCE = 8, /* touches without a stream before the first grain shrinks */
	SHRINKS = 4,  /* 64 KiB to 4 KiB */
	SLACK = 16,   /* pages that a stream may pass over */
};

/* Only the service comes here. */
struct stream {
	object *o;
	uint32_t serial, episode, guards;
	int writes;
	size_t from;   /* the first page taken */
	size_t lo, hi; /* the pages last taken */
	size_t grain;
	size_t ahead; /* read on to this page */
	int all;      /* as everything of the object is wanted */
	int steps;    /* how often it has gone on */
	int signs;    /* what it has added to the object's */
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

/* A stream that is sure is two signs. One of them it gives at its first step already
 * where it goes on exactly behind what came, after touches elsewhere: one thread that
 * reads part after part ends the one before it begins the next. */
static void look_for_signs(struct stream *s, size_t page)
{
	int signs = 0;
	if (s->steps == 1 && page == s->hi && uses > s->used)
		signs = 1;
	if (s->steps == SURE)
		signs = 2 - s->signs;
	s->signs += signs;
	s->o->streaming += signs;
}

static void go_on(struct stream *s, size_t page, struct span *wanted)
{
	int forward = runs_forward(s, page);
	object *o = s->o;
	s->steps++;
	if (!s->writes && forward)
		look_for_signs(s, page);
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
		wanted->hi = page + MOST_GRAIN;
		s->ahead = pages_of(o);
		s->all = 1;
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
	if (s->taken == 0)
		s->from = taken.lo;
	s->lo = taken.lo;
	s->hi = taken.hi;
	s->taken += taken.hi - taken.lo;
}

static int is_of(const struct stream *s, const object *o)
{
	return s->o == o && s->serial == o->serial && s->episode == o->episode && !s->writes && s->taken > 0;
}

int omp2cl_pt_ahead(object **o, uint32_t *serial)
{
	struct stream *best = NULL;
	for (struct stream *s = streams; s < streams + STREAMS; s++)
		if (s->hi < s->ahead && (!best || s->used > best->used))
			best = s;
	if (!best)
		return 0;
	*o = best->o;
	*serial = best->serial;
	return 1;
}

/* Where a stream ends: at the next one's beginning, or with the object. */
static size_t end_of(const struct stream *s)
{
	size_t end = pages_of(s->o);
	for (const struct stream *t = streams; t < streams + STREAMS; t++)
		if (t != s && is_of(t, s->o) && t->from >= s->hi && t->from < end)
			end = t->from;
	return end;
}

/* The stream's next pages, at most so many; it has gone on over them then. */
static void advance(struct stream *s, size_t end, size_t most, struct spans *spans)
{
	size_t lo = omp2cl_pt_absent_run(s->o, s->hi, end).lo;
	s->hi = end - lo > most ? lo + most : end;
	if (lo < s->hi)
		omp2cl_pt_spans_add(spans, (struct span){lo, s->hi}, lo);
	if (s->hi == end)
		s->ahead = 0;
}

/* All streams of the object go on by equal shares, and end where the next one begins. */
static void share(object *o, struct spans *spans)
{
	size_t n = 0;
	for (struct stream *s = streams; s < streams + STREAMS; s++) {
		if (!is_of(s, o))
			continue;
		s->all = s->hi < end_of(s);
		s->ahead = s->all ? pages_of(o) : 0;
		n += (size_t)s->all;
	}
	for (struct stream *s = streams; s < streams + STREAMS; s++)
		if (is_of(s, o) && s->all)
			advance(s, end_of(s), MOST_STEP / n, spans);
}

void omp2cl_pt_ahead_of(object *o, struct spans *spans)
{
	spans->n = 0;
	for (struct stream *s = streams; s < streams + STREAMS; s++) {
		if (s->o != o || s->hi >= s->ahead)
			continue;
		if (!is_of(s, o))
			s->ahead = 0;
		else if (s->all)
			return share(o, spans);
		else if (spans->n == 0)
			advance(s, s->ahead < pages_of(o) ? s->ahead : pages_of(o), MOST_GRAIN, spans);
	}
}

void omp2cl_pt_ahead_stop(const object *o)
{
	for (struct stream *s = streams; s < streams + STREAMS; s++)
		if (s->o == o)
			s->ahead = 0;
}

void omp2cl_pt_new_episode(object *o)
{
	o->episode++;
	o->came = 0;
	o->streaming = 0;
	o->parts.n = 0;
}
