/* hooks.c - what happens to the program's memory elsewhere: it goes, it is handed to
 * the kernel, the process forks. */
#define _GNU_SOURCE
#include "service.h"

#include <string.h>

static uint64_t deaths;

uint64_t omp2cl_pages_deaths(void)
{
	return __atomic_load_n(&deaths, __ATOMIC_SEQ_CST);
}

static void die(object *o)
{
	o->lost = o->absent;
	omp2cl_pt_set(o, 0, pages_of(o), HOME);
	rung_now()->release(o);
	omp2cl_pt_index_remove(o);
	__atomic_store_n(&o->dead, 1, __ATOMIC_SEQ_CST);
}

/* Only whole pages go; what is left of others is in use. */
static void lose_part(object *o, uintptr_t lo, uintptr_t hi)
{
	struct span s = omp2cl_pt_cut(o, (lo + PAGE - 1) & ~(PAGE - 1), hi < o->hi ? hi & ~(PAGE - 1) : o->hi);
	if (s.lo < s.hi)
		rung_now()->abandon(o, s.lo, s.hi);
}

/* Calls leave for each object that has pages in [lo, hi), with its lock held. */
static void each_object(uintptr_t lo, uintptr_t hi, void (*leave)(object *, uintptr_t lo, uintptr_t hi))
{
	uint64_t mask = omp2cl_pt_quiet();
	for (uintptr_t at = lo; at < hi;) {
		uint32_t serial;
		object *o = omp2cl_pt_index_find(at, hi, &serial);
		if (!o)
			break;
		if (omp2cl_pt_enter(o, serial))
			continue;
		at = o->hi;
		leave(o, lo, hi);
		omp2cl_pt_give(&o->lock);
	}
	omp2cl_pt_unquiet(mask);
}

static void lose(object *o, uintptr_t lo, uintptr_t hi)
{
	if (lo <= o->lo && o->hi <= hi)
		die(o);
	else
		lose_part(o, lo, hi);
	__atomic_add_fetch(&deaths, 1, __ATOMIC_SEQ_CST);
}

void omp2cl_pages_gone(uintptr_t lo, uintptr_t hi)
{
	if (rung_now() && lo < hi && omp2cl_pt_index_may_overlap(lo, hi))
		each_object(lo, hi, lose);
}

static void give_up_absent(object *o, uintptr_t lo, uintptr_t hi)
{
	struct span s = omp2cl_pt_cut(o, lo, hi);
	for (struct span run = {s.lo, s.lo};;) {
		run = omp2cl_pt_absent_run(o, run.hi, s.hi);
		if (run.lo == run.hi)
			return;
		rung_now()->abandon(o, run.lo, run.hi);
	}
}

void omp2cl_pages_overwritten(uintptr_t lo, size_t n)
{
	uintptr_t hi = n > UINTPTR_MAX - lo ? UINTPTR_MAX : lo + n;
	lo = (lo + PAGE - 1) & ~(PAGE - 1);
	hi &= ~(PAGE - 1);
	if (lo < hi && rung_now() && omp2cl_pt_index_may_overlap(lo, hi) &&
	    __atomic_load_n(&omp2cl_pt_absent_total, __ATOMIC_SEQ_CST) != 0)
		each_object(lo, hi, give_up_absent);
}

/* --- Coming home ----------------------------------------------------------------- */

int omp2cl_pages_io_needs_home(void)
{
	const struct rung *rung = rung_now();
	if (!rung || (rung == &omp2cl_pt_wp && omp2cl_pt_wp_is_privileged()))
		return 0;
	return rung->io_needs_home;
}

/* Whether pages are to come home, or clean ones to be opened. */
static int needs_service(const object *o, struct span s, int open)
{
	struct span absent = omp2cl_pt_absent_run(o, s.lo, s.hi);
	return absent.lo < absent.hi || (open && memchr(o->state + s.lo, HOME, s.hi - s.lo));
}

/* What come_home is for. fork needs no memory where there is none. */
enum { OPEN = 1, FILL_HOLES = 2 };

static int come_home(uintptr_t lo, size_t n, int what)
{
	uintptr_t hi = n > UINTPTR_MAX - lo ? UINTPTR_MAX : lo + n;
	int open = what & OPEN;
	if (!rung_now() || !omp2cl_pt_index_may_overlap(lo, hi) ||
	    (!what && __atomic_load_n(&omp2cl_pt_absent_total, __ATOMIC_SEQ_CST) == 0))
		return 0;
	for (uintptr_t at = lo; at < hi;) {
		uint32_t serial;
		object *o = omp2cl_pt_index_find(at, hi, &serial);
		if (!o)
			break;
		uint64_t mask = omp2cl_pt_quiet();
		if (omp2cl_pt_enter(o, serial)) {
			omp2cl_pt_unquiet(mask);
			continue;
		}
		at = o->hi;
		struct span s = omp2cl_pt_cut(o, lo, hi);
		int needed = needs_service(o, s, open);
		int r = what & FILL_HOLES ? omp2cl_pt_uffd_fill_holes(o, s.lo, s.hi) : 0;
		omp2cl_pt_give(&o->lock);
		omp2cl_pt_unquiet(mask);
		if (r < 0)
			return r;
		r = needed ? omp2cl_pt_ask_pages(open ? NOTE_HOME : NOTE_FETCH, o, serial, s.lo, s.hi) : 0;
		if (r < 0 && r != -ESRCH)
			return r;
	}
	return 0;
}

/* For a range that is everything, holes stay: no system call takes it. */
static int holes(size_t n)
{
	return omp2cl_pages_io_needs_home() && omp2cl_pt_uffd_is_open() && n < SIZE_MAX ? FILL_HOLES : 0;
}

int omp2cl_pages_home(uintptr_t lo, size_t n)
{
	return come_home(lo, n, holes(n) | (omp2cl_pages_io_needs_home() == 2 ? OPEN : 0));
}

int omp2cl_pages_home_for_reading(uintptr_t lo, size_t n)
{
	return come_home(lo, n, holes(n));
}

int omp2cl_pages_home_for_driver(uintptr_t lo, size_t n, int writes)
{
	const struct rung *rung = rung_now();
	return come_home(lo, n, holes(n) | (writes && rung && rung->io_needs_home == 2 ? OPEN : 0));
}

/* --- fork ----------------------------------------------------------------------- */

static uint64_t forking_mask;

/* Signals are blocked: a handler could drop or fork, and find the gate closed. */
void omp2cl_pages_fork_prepare(void)
{
	if (!rung_now())
		return;
	uint64_t mask = omp2cl_pt_quiet();
	omp2cl_pt_gate_take();
	forking_mask = mask;
	int r = come_home(0, SIZE_MAX, 0);
	if (r < 0)
		omp2cl_pt_fatal(0, __atomic_load_n(&omp2cl_pt_absent_total, __ATOMIC_SEQ_CST) << PAGE_SHIFT, r);
	omp2cl_pt_take(&omp2cl_pt_index_lock);
}

void omp2cl_pages_fork_parent(void)
{
	if (!rung_now())
		return;
	uint64_t mask = forking_mask;
	omp2cl_pt_give(&omp2cl_pt_index_lock);
	omp2cl_pt_gate_give();
	omp2cl_pt_unquiet(mask);
}

static void open_in_child(object *o)
{
	omp2cl_pt_mprotect.release(o);
}

/* The locks other threads held are held for ever in the child, so none is taken
 * there again: there is no rung, and every function returns at once. */
void omp2cl_pages_fork_child(void)
{
	const struct rung *rung = rung_now();
	omp2cl_pages_go_started(); /* never, here */
	if (!rung)
		return;
	__atomic_store_n(&omp2cl_pt_rung_in_force, NULL, __ATOMIC_RELEASE);
	if (rung == &omp2cl_pt_mprotect)
		omp2cl_pt_index_each(open_in_child);
	omp2cl_pt_index_forget();
	omp2cl_pt_service_forget();
	rung->close();
	omp2cl_pt_unquiet(forking_mask);
}
