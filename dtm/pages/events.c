/* events.c - what the service tells: a ring of events and some counters. */
#define _GNU_SOURCE
#include <string.h>

#include "service.h"
#include "store.h"

enum { RING = 1 << 14 };

struct omp2cl_pages_counters omp2cl_pt_counters;

/* The service alone writes, at head; each slot is stamped with the number of its
 * event, once before it is written (0) and once after, so that a reader knows
 * whether what it copied was overwritten meanwhile. */
struct slot {
	uint64_t stamp;
	struct omp2cl_pages_event event;
};
static struct slot *ring;
static uint64_t head, tail;
static struct omp2cl_reader *last_reader; /* the service's own */

uint64_t omp2cl_pt_event_start(void)
{
	return __atomic_load_n(&ring, __ATOMIC_ACQUIRE) ? k_now() : 0;
}

static void copy_words(void *to, const void *from)
{
	uint64_t *t = to;
	const uint64_t *f = from;
	for (size_t i = 0; i < sizeof(struct omp2cl_pages_event) / sizeof *t; i++)
		__atomic_store_n(t + i, __atomic_load_n(f + i, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
}

void omp2cl_pt_event(int kind, uint64_t start, object *o, size_t page, uint64_t bytes)
{
	struct slot *slots = __atomic_load_n(&ring, __ATOMIC_ACQUIRE);
	if (!slots || !start)
		return;
	struct omp2cl_pages_event e = {
		.start_ns = start, .end_ns = k_now(), .address = address_of(o, page), .bytes = bytes, .object = o, .reader = last_reader, .kind = kind};
	struct slot *s = &slots[head % RING];
	__atomic_store_n(&s->stamp, 0, __ATOMIC_SEQ_CST);
	copy_words(&s->event, &e);
	__atomic_store_n(&s->stamp, head + 1, __ATOMIC_SEQ_CST);
	__atomic_store_n(&head, head + 1, __ATOMIC_SEQ_CST);
}

/* Copies event number n; 0 where it has been overwritten. */
static int take(const struct slot *s, uint64_t n, struct omp2cl_pages_event *e)
{
	if (__atomic_load_n(&s->stamp, __ATOMIC_SEQ_CST) != n + 1)
		return 0;
	copy_words(e, &s->event);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	return __atomic_load_n(&s->stamp, __ATOMIC_SEQ_CST) == n + 1;
}

int omp2cl_pages_events(struct omp2cl_pages_event *events, int max, uint64_t *lost)
{
	if (!ring) {
		struct slot *slots = omp2cl_pt_alloc(RING * sizeof *slots);
		__atomic_store_n(&ring, slots, __ATOMIC_RELEASE);
		return 0;
	}
	uint64_t h = __atomic_load_n(&head, __ATOMIC_SEQ_CST), missed = 0;
	if (h - tail > RING) {
		missed = h - tail - RING;
		tail = h - RING;
	}
	int n = 0;
	for (; n < max && tail < h; tail++) {
		if (take(&ring[tail % RING], tail, &events[n]))
			n++;
		else
			missed++;
	}
	if (lost)
		*lost += missed;
	return n;
}

/* By reader. The service alone adds; there are as many as devices. */
enum { READERS = 64 };
static struct tally {
	struct omp2cl_reader *reader;
	struct omp2cl_pages_fetched fetched;
} tallies[READERS];

void omp2cl_pt_tally(struct omp2cl_reader *reader, uint64_t faults, uint64_t runs, uint64_t bytes)
{
	struct tally *t = tallies;
	last_reader = reader;
	while (t->reader && t->reader != reader)
		if (++t == tallies + READERS)
			return;
	__atomic_store_n(&t->reader, reader, __ATOMIC_RELEASE);
	__atomic_add_fetch(&t->fetched.faults, faults, __ATOMIC_RELAXED);
	__atomic_add_fetch(&t->fetched.runs, runs, __ATOMIC_RELAXED);
	__atomic_add_fetch(&t->fetched.bytes, bytes, __ATOMIC_RELAXED);
}

void omp2cl_pages_count_reader(const struct omp2cl_reader *reader, struct omp2cl_pages_fetched *f)
{
	*f = (struct omp2cl_pages_fetched){0};
	for (struct tally *t = tallies; t < tallies + READERS; t++) {
		if (__atomic_load_n(&t->reader, __ATOMIC_ACQUIRE) != reader)
			continue;
		f->faults = __atomic_load_n(&t->fetched.faults, __ATOMIC_RELAXED);
		f->runs = __atomic_load_n(&t->fetched.runs, __ATOMIC_RELAXED);
		f->bytes = __atomic_load_n(&t->fetched.bytes, __ATOMIC_RELAXED);
		return;
	}
}

void omp2cl_pages_count(struct omp2cl_pages_counters *c)
{
	uint64_t *to = (uint64_t *)c, *from = (uint64_t *)&omp2cl_pt_counters;
	for (size_t i = 0; i < sizeof *c / sizeof *to; i++)
		to[i] = __atomic_load_n(from + i, __ATOMIC_RELAXED);
}
