/* service.c - the service thread: touches first, then what was asked for, then
 * reading ahead. */
#define _GNU_SOURCE
#include "service.h"

#include <pthread.h>
#include <sys/eventfd.h>

#include "store.h"

/* How long one hold of an object's lock may take, and what it may bring. */
static const uint64_t STEP_NS = 2000000;
static const size_t LEAST_STEP = (4 << 20) / PAGE, MOST_STEP = (256 << 20) / PAGE;

static struct {
	struct note *inbox; /* atomic: pushed by anyone, taken whole by the service */
	uint32_t rings;     /* futex, where there is no userfaultfd to poll */
	int bell;           /* eventfd, where there is one */
	struct note *first, **last; /* asked for and not done; the service's own */
	size_t step;                /* pages; follows the speed measured */
	uint32_t running;           /* futex */
	int quit;
} service = {.bell = -1};

/* --- Touches --------------------------------------------------------------- */

/* Absent pages around the page, within what is wanted. */
static struct span around(const object *o, size_t page, struct span wanted)
{
	struct span s = {page, page + 1};
	while (s.lo > wanted.lo && is_absent(o->state[s.lo - 1]))
		s.lo--;
	s.hi = omp2cl_pt_absent_run(o, page, wanted.hi).hi;
	return s;
}

/* Touches of one object, which is locked: what is to be fetched for them. */
struct batch {
	object *o;
	uint32_t serial;
	uint64_t start;
	struct spans spans;
	size_t touched[MOST_SPANS]; /* one page of each */
};

/* A page that is to come already for another thread's touch comes once. */
static void fetch_touched(struct batch *b, size_t page)
{
	object *o = b->o;
	if (omp2cl_pt_spans_have(&b->spans, page))
		return;
	struct span wanted;
	struct stream *stream = omp2cl_pt_stream(o, page, 0, &wanted);
	struct span s = around(o, page, wanted);
	if (b->spans.n == 0)
		b->start = omp2cl_pt_event_start();
	b->touched[b->spans.n] = page;
	omp2cl_pt_stream_took(stream, omp2cl_pt_spans_add(&b->spans, s, page));
	omp2cl_pt_tally(o->places[o->state[page] - 1].source.reader, 1, 0, 0);
}

static void fetch_batch(struct batch *b)
{
	object *o = b->o;
	uint64_t bytes = 0;
	if (b->spans.n == 0)
		return;
	int r = omp2cl_pt_bring(o, b->spans.of, b->spans.n, &bytes);
	for (unsigned i = 0; r < 0 && i < b->spans.n; i++)
		if (is_absent(o->state[b->touched[i]]))
			omp2cl_pt_fatal(address_of(o, b->touched[i]),
					(b->spans.of[i].hi - b->spans.of[i].lo) << PAGE_SHIFT, r);
	o->came += bytes >> PAGE_SHIFT;
	COUNT(fault_bytes, bytes);
	omp2cl_pt_event(OMP2CL_PAGES_FAULT, b->start, o, b->spans.of[0].lo, bytes);
	b->spans.n = 0;
}

/* Everything of the object comes home and is written: what is left where the
 * kernel has no room for the mappings that finer tracking takes. */
static void open_wholly(object *o)
{
	uint64_t bytes = 0;
	int r = omp2cl_pt_bring(o, &(struct span){0, pages_of(o)}, 1, &bytes);
	if (r < 0)
		omp2cl_pt_fatal(o->lo, o->hi - o->lo, r);
	COUNT(fault_bytes, bytes);
	rung_now()->release(o);
	omp2cl_pt_set(o, 0, pages_of(o), HOME_WRITTEN);
	o->coarse = 0;
}

/* Clean pages from the page on, within what is wanted. */
static struct span clean_around(const object *o, size_t page, struct span wanted)
{
	struct span s = {page, page + 1};
	while (s.lo > wanted.lo && o->state[s.lo - 1] == HOME)
		s.lo--;
	while (s.hi < wanted.hi && o->state[s.hi] == HOME)
		s.hi++;
	return s;
}

static void unlock_touched(object *o, size_t page)
{
	uint64_t start = omp2cl_pt_event_start();
	struct span wanted;
	struct stream *stream = omp2cl_pt_stream(o, page, 1, &wanted);
	struct span s = clean_around(o, page, wanted);
	if (rung_now()->unlock(o, s.lo, s.hi) < 0)
		open_wholly(o);
	omp2cl_pt_stream_took(stream, s);
	COUNT(write_faults, 1);
	omp2cl_pt_event(OMP2CL_PAGES_WRITE, start, o, s.lo, (s.hi - s.lo) << PAGE_SHIFT);
}

/* A home page without memory: the program never touched it, or discarded it. */
static void zero_touched(object *o, size_t page)
{
	uint64_t start = omp2cl_pt_event_start();
	struct span wanted;
	struct stream *stream = omp2cl_pt_stream(o, page, 1, &wanted);
	size_t hi = omp2cl_pt_home_run(o, page, wanted.hi).hi;
	size_t n = omp2cl_pt_uffd_zero(o, page, hi);
	if (rung_now() == &omp2cl_pt_wp)
		omp2cl_pt_set(o, page, page + n, HOME_WRITTEN);
	omp2cl_pt_stream_took(stream, (struct span){page, page + (n ? n : 1)});
	COUNT(zero_faults, n ? 1 : 0);
	omp2cl_pt_event(OMP2CL_PAGES_ZERO, start, o, page, n << PAGE_SHIFT);
}

/* A home page that was denied to the program. Where it can access it now, another
 * thread's touch has opened it meanwhile; where not, the object is coarse, or the
 * program has protected the page itself. */
static int denied_home(object *o, size_t page, int write)
{
	int clean = o->state[page] == HOME;
	if (omp2cl_pt_is_accessible(address_of(o, page), write && !clean)) {
		if (write && clean)
			unlock_touched(o, page);
		return TOUCH_MINE;
	}
	if (!o->coarse)
		return TOUCH_FOREIGN;
	open_wholly(o);
	return TOUCH_MINE;
}

static void missing_or_protected(struct batch *b, size_t page, enum touch how)
{
	object *o = b->o;
	uint8_t state = o->state[page];
	if (how == TOUCH_MISSING) {
		if (is_absent(state))
			fetch_touched(b, page);
		else
			zero_touched(o, page);
	} else if (state == HOME) {
		unlock_touched(o, page);
	} else { /* opened, or dropped, by another since */
		omp2cl_pt_uffd_stray(address_of(o, page), how);
	}
}

static int touched_page(struct batch *b, uintptr_t address, enum touch how)
{
	size_t page = (address - b->o->lo) >> PAGE_SHIFT;
	COUNT(faults, 1);
	if (how == TOUCH_MISSING || how == TOUCH_WRITE)
		missing_or_protected(b, page, how);
	else if (is_absent(b->o->state[page]))
		fetch_touched(b, page);
	else
		return denied_home(b->o, page, how == TOUCH_DENIED_WRITE);
	return TOUCH_MINE;
}

static void end_batch(struct batch *b)
{
	if (!b->o)
		return;
	fetch_batch(b);
	omp2cl_pt_give(&b->o->lock);
	b->o = NULL;
}

/* Makes the batch one of the object at the address; 0 where there is none. */
static int batch_at(struct batch *b, uintptr_t address)
{
	if (b->o && address >= b->o->lo && address < b->o->hi)
		return 1;
	end_batch(b);
	do
		b->o = omp2cl_pt_index_find(address, address + 1, &b->serial);
	while (b->o && omp2cl_pt_enter(b->o, b->serial));
	return b->o != NULL;
}

void omp2cl_pt_touched_all(struct touched *t, unsigned n)
{
	struct batch b = {.o = NULL};
	if (n > 1)
		omp2cl_pt_calm();
	for (unsigned i = 0; i < n; i++) {
		t[i].answer = TOUCH_FOREIGN;
		if (batch_at(&b, t[i].address))
			t[i].answer = touched_page(&b, t[i].address, t[i].how);
		if (b.spans.n == MOST_SPANS)
			end_batch(&b);
	}
	end_batch(&b);
}

int omp2cl_pt_touched(uintptr_t address, enum touch how)
{
	struct touched t = {address, how, 0};
	omp2cl_pt_touched_all(&t, 1);
	return t.answer;
}

/* --- What was asked for ---------------------------------------------------- */

static void reply(struct note *n, int result)
{
	n->result = result;
	__atomic_store_n(&n->done, 1, __ATOMIC_RELEASE);
	k_futex_wake(&n->done, 1); /* the note may be gone; the word is not read */
}

static void take_inbox(void)
{
	struct note *all = __atomic_exchange_n(&service.inbox, NULL, __ATOMIC_ACQUIRE), *in_order = NULL;
	while (all) {
		struct note *next = all->next;
		all->next = in_order;
		in_order = all;
		all = next;
	}
	while (in_order) {
		struct note *n = in_order;
		in_order = n->next;
		n->next = NULL;
		if (n->kind == NOTE_TOUCH) {
			reply(n, omp2cl_pt_touched(n->address, n->write ? TOUCH_DENIED_WRITE : TOUCH_DENIED_READ));
		} else if (n->kind == NOTE_QUIT) {
			service.quit = 1;
			reply(n, 0);
		} else {
			*service.last = n;
			service.last = &n->next;
		}
	}
}

/* The step that should take STEP_NS, from one that took some time. */
static void adapt_step(size_t pages, uint64_t took)
{
	if (pages < service.step / 2 || took == 0)
		return;
	size_t step = (size_t)(pages * STEP_NS / took);
	if (step > 2 * service.step)
		step = 2 * service.step;
	service.step = step < LEAST_STEP ? LEAST_STEP : step > MOST_STEP ? MOST_STEP : step;
}

/* Clean pages become writable, for system calls that write into them. */
static void unlock_all(object *o, size_t lo, size_t hi)
{
	for (size_t at = lo; at < hi; at++) {
		if (o->state[at] != HOME)
			continue;
		size_t until = omp2cl_pt_same_until(o, at, hi);
		if (rung_now()->unlock(o, at, until) < 0) {
			open_wholly(o);
			return;
		}
		at = until - 1;
	}
}

/* One step of a note, under the object's lock. 1: more to do; else the result. */
static int step_pages(struct note *n)
{
	object *o = n->object;
	n->at = omp2cl_pt_absent_run(o, n->at, n->hi).lo;
	if (n->at < n->hi) {
		uint64_t start = k_now(), bytes = 0;
		size_t from = n->at, hi = n->hi - from > service.step ? from + service.step : n->hi;
		int r = omp2cl_pt_bring(o, &(struct span){from, hi}, 1, &bytes);
		COUNT(fetch_bytes, bytes);
		adapt_step(bytes >> PAGE_SHIFT, k_now() - start);
		omp2cl_pt_event(OMP2CL_PAGES_FETCH, start, o, from, bytes);
		if (r < 0)
			return r;
		n->at = hi;
	}
	return n->at < n->hi ? 1 : 0;
}

/* What was asked for comes a step at a time, so that touches are answered between. */
static void step_asked(void)
{
	struct note *n = service.first;
	int r = omp2cl_pt_enter(n->object, n->serial);
	if (r == 0) {
		size_t lo = n->at;
		r = step_pages(n);
		if (r >= 0 && n->kind == NOTE_HOME && rung_now()->io_needs_home == 2)
			unlock_all(n->object, lo, n->at);
		omp2cl_pt_give(&n->object->lock);
	}
	if (r == 1)
		return;
	service.first = n->next;
	if (!service.first)
		service.last = &service.first;
	reply(n, r);
}

/* --- Reading ahead ---------------------------------------------------------- */

static int step_ahead(void)
{
	object *o;
	uint32_t serial;
	struct spans s;
	if (!omp2cl_pt_ahead(&o, &serial))
		return 0;
	if (omp2cl_pt_enter(o, serial)) {
		omp2cl_pt_ahead_stop(o);
		return 1;
	}
	uint64_t start = omp2cl_pt_event_start(), bytes = 0;
	omp2cl_pt_ahead_of(o, &s);
	if (s.n > 0 && omp2cl_pt_bring(o, s.of, s.n, &bytes) < 0)
		omp2cl_pt_ahead_stop(o); /* a touch will tell the program */
	COUNT(ahead_bytes, bytes);
	o->came += bytes >> PAGE_SHIFT;
	if (bytes)
		omp2cl_pt_event(OMP2CL_PAGES_AHEAD, start, o, s.of[0].lo, bytes);
	omp2cl_pt_give(&o->lock);
	return 1;
}

/* --- The loop ---------------------------------------------------------------- */

/* Waits until there is something, or only looks. */
static void look(int wait)
{
	if (omp2cl_pt_uffd_is_open()) {
		int idle = wait && !__atomic_load_n(&service.inbox, __ATOMIC_ACQUIRE);
		omp2cl_pt_uffd_serve(service.bell, idle ? -1 : 0);
		return;
	}
	uint32_t rings = __atomic_load_n(&service.rings, __ATOMIC_ACQUIRE);
	if (wait && !__atomic_load_n(&service.inbox, __ATOMIC_ACQUIRE))
		k_futex_wait(&service.rings, rings);
}

static void *serve(void *arg)
{
	(void)arg;
	omp2cl_pt_name("omp2cl-pages");
	int busy = 0;
	while (!service.quit) {
		look(!busy);
		take_inbox();
		busy = 1;
		if (service.first)
			step_asked();
		else
			busy = step_ahead();
	}
	__atomic_store_n(&service.running, 0, __ATOMIC_RELEASE);
	k_futex_wake(&service.running, 1);
	return NULL;
}

static void ring_bell(void)
{
	uint64_t one = 1;
	if (service.bell >= 0) {
		k_write(service.bell, &one, sizeof one);
		return;
	}
	__atomic_add_fetch(&service.rings, 1, __ATOMIC_SEQ_CST);
	k_futex_wake(&service.rings, 1);
}

int omp2cl_pt_ask(struct note *n)
{
	n->next = __atomic_load_n(&service.inbox, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(&service.inbox, &n->next, n, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
		;
	ring_bell();
	while (!__atomic_load_n(&n->done, __ATOMIC_ACQUIRE))
		k_futex_wait(&n->done, 0);
	return n->result;
}

/* The note is not on the stack: a handler may leave this wait by longjmp. */
int omp2cl_pt_ask_pages(enum note_kind kind, object *o, uint32_t serial, size_t lo, size_t hi)
{
	struct note *n = omp2cl_pt_alloc(sizeof *n);
	if (!n)
		return -ENOMEM;
	*n = (struct note){.kind = kind, .object = o, .serial = serial, .at = lo, .hi = hi};
	int r = omp2cl_pt_ask(n);
	omp2cl_pt_free(n, sizeof *n);
	return r;
}

int omp2cl_pt_service_start(void)
{
	service.last = &service.first;
	service.step = 4 * LEAST_STEP;
	service.quit = 0;
	if (omp2cl_pt_uffd_is_open()) {
		long fd = omp2cl_pt_keep(k_call(SYS_eventfd2, 0, EFD_CLOEXEC | EFD_NONBLOCK, 0, 0, 0, 0));
		if (fd < 0)
			return (int)fd;
		service.bell = (int)fd;
	}
	__atomic_store_n(&service.running, 1, __ATOMIC_RELEASE);
	return omp2cl_pt_thread(serve);
}

void omp2cl_pt_service_stop(void)
{
	struct note n = {.kind = NOTE_QUIT};
	omp2cl_pt_ask(&n);
	while (__atomic_load_n(&service.running, __ATOMIC_ACQUIRE))
		k_futex_wait(&service.running, 1);
	omp2cl_pt_let_go(&service.bell);
}

void omp2cl_pt_service_forget(void)
{
	omp2cl_pt_let_go(&service.bell);
	service.inbox = NULL;
	service.first = NULL;
}
