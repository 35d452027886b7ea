/* start.c - the ladder: which rung works here. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "service.h"

static const struct {
	int number;
	const char *name;
	const struct rung *rung;
} ladder[] = {
	{OMP2CL_RUNG_UFFD, "uffd", &omp2cl_pt_uffd},
	{OMP2CL_RUNG_UFFD_USER, "uffd-user", &omp2cl_pt_uffd_user},
	{OMP2CL_RUNG_WP, "wp", &omp2cl_pt_wp},
	{OMP2CL_RUNG_MPROTECT, "mprotect", &omp2cl_pt_mprotect},
};
enum { RUNGS = sizeof ladder / sizeof *ladder };

static unsigned refused;
static int tried;

void omp2cl_pages_refuse(unsigned rungs)
{
	refused = rungs;
}

const char *omp2cl_pages_rung_name(int rung)
{
	for (int i = 0; i < RUNGS; i++)
		if (ladder[i].number == rung)
			return ladder[i].name;
	return rung == OMP2CL_RUNG_AUTO ? "auto" : NULL;
}

int omp2cl_pages_rung(void)
{
	const struct rung *rung = rung_now();
	for (int i = 0; i < RUNGS; i++)
		if (ladder[i].rung == rung)
			return ladder[i].number;
	return OMP2CL_RUNG_AUTO;
}

/* --- The probe: a scratch object with a device made of memory -------------------- */

enum { PROBE_PAGES = 4 };

struct probe {
	char *memory; /* PROBE_PAGES that are tracked */
	char *device, *slot;
	void *slots[1];
	struct omp2cl_reader reader;
	object *o;
};

static int probe_start(void *self, unsigned s, void *mem, uint64_t off, size_t n, void *after)
{
	struct probe *p = self;
	(void)mem, (void)after;
	memcpy(p->slots[s], p->device + off, n);
	return 0;
}

static int probe_finish(void *self, unsigned s)
{
	(void)self, (void)s;
	return 0;
}

/* Whether exactly these pages of the scratch object were written. */
static int written_is(struct probe *p, unsigned pages)
{
	struct omp2cl_pages_range ranges[PROBE_PAGES];
	uintptr_t lo = (uintptr_t)p->memory;
	int n = omp2cl_pages_written(p->o, lo, lo + PROBE_PAGES * PAGE, ranges, PROBE_PAGES, 0);
	unsigned found = 0;
	for (int i = 0; i < n; i++)
		for (uintptr_t at = ranges[i].lo; at < ranges[i].hi; at += PAGE)
			found |= 1u << (at - lo) / PAGE;
	return n >= 0 && found == pages;
}

/* The step that did not behave; NULL where the rung works. Rungs with a grain open
 * all clean pages of so small an object at the first write. */
static const char *behave(struct probe *p, int opens_all)
{
	volatile char *m = p->memory;
	uintptr_t lo = (uintptr_t)m;
	struct omp2cl_source source = {.reader = &p->reader, .mem = p->device};
	if (omp2cl_pages_protect(p->o, lo, lo + PROBE_PAGES * PAGE) || !written_is(p, 0))
		return "clean pages look written";
	m[PAGE] = 2;
	if (!written_is(p, opens_all ? 15 : 2))
		return "a write was not noticed";
	if (omp2cl_pages_drop(p->o, lo + 2 * PAGE, lo + 4 * PAGE, &source))
		return "pages cannot be dropped";
	if (m[2 * PAGE] != 'd' || m[4 * PAGE - 1] != 'd' || m[2 * PAGE - 1] != 1)
		return "a dropped page did not come back";
	m[3 * PAGE] = 3;
	if (!written_is(p, opens_all ? 15 : 10) || m[3 * PAGE] != 3)
		return "a write to a fetched page was not noticed";
	return NULL;
}

static const char *probe_memory(struct probe *p, int opens_all, int *error)
{
	memset(p->memory, 1, PROBE_PAGES * PAGE);
	memset(p->device, 'd', PROBE_PAGES * PAGE);
	uintptr_t lo = (uintptr_t)p->memory, hi = lo + PROBE_PAGES * PAGE;
	p->o = omp2cl_pages_add(lo, hi, hi, 0, error);
	if (!p->o)
		return "register";
	const char *step = behave(p, opens_all);
	omp2cl_pages_remove(p->o);
	return step;
}

static const char *probe(int opens_all, int *error)
{
	size_t n = PROBE_PAGES * PAGE;
	char *memory = k_map(3 * n);
	*error = 0;
	if (!memory) {
		*error = ENOMEM;
		return "mmap";
	}
	struct probe p = {.memory = memory, .device = memory + n, .slot = memory + 2 * n};
	p.slots[0] = p.slot;
	p.reader = (struct omp2cl_reader){&p, 1, n, p.slots, probe_start, probe_finish};
	const char *step = probe_memory(&p, opens_all, error);
	k_unmap(memory, 3 * n);
	return step;
}

/* --- The ladder -------------------------------------------------------------------- */

static void explain(char *why, size_t size, int i, const char *step, int error)
{
	size_t n = strlen(why);
	const char *sep = n ? "; " : "";
	if (n + 1 >= size)
		return;
	if (error)
		snprintf(why + n, size - n, "%s%s: %s: %s", sep, ladder[i].name, step, strerror(error));
	else
		snprintf(why + n, size - n, "%s%s: %s", sep, ladder[i].name, step);
}

static void stop(const struct rung *rung)
{
	omp2cl_pt_service_stop();
	__atomic_store_n(&omp2cl_pt_rung_in_force, NULL, __ATOMIC_RELEASE);
	rung->close();
}

/* Tries one rung; 0, or -errno with what was said about it. */
static int try(int i, char *why, size_t size)
{
	const struct rung *rung = ladder[i].rung;
	const char *step = "switched off for a test";
	int error = 0, r = -EPERM;
	if (!(refused >> ladder[i].number & 1))
		r = rung->open(&step);
	if (r < 0) {
		explain(why, size, i, step, -r);
		return r;
	}
	__atomic_store_n(&omp2cl_pt_rung_in_force, rung, __ATOMIC_RELEASE);
	r = omp2cl_pt_service_start();
	if (r < 0) {
		__atomic_store_n(&omp2cl_pt_rung_in_force, NULL, __ATOMIC_RELEASE);
		rung->close();
		explain(why, size, i, "thread", -r);
		return r;
	}
	step = probe(rung == &omp2cl_pt_wp || rung == &omp2cl_pt_mprotect, &error);
	if (!step)
		return 0;
	stop(rung);
	explain(why, size, i, step, error);
	return error ? -error : -ENOTSUP;
}

/* The probe does not count. */
static void reset_counts(void)
{
	uint64_t *counter = (uint64_t *)&omp2cl_pt_counters;
	for (size_t i = 0; i < sizeof omp2cl_pt_counters / sizeof *counter; i++)
		__atomic_store_n(counter + i, 0, __ATOMIC_RELAXED);
}

int omp2cl_pages_start(int rung_wanted, char *why, size_t size)
{
	char nowhere[1];
	if (!why || size == 0) {
		why = nowhere;
		size = 1;
	}
	why[0] = 0;
	if (tried)
		return rung_now() ? omp2cl_pages_rung() : -ENOSYS;
	tried = 1;
	int r = -EINVAL;
	if (sysconf(_SC_PAGESIZE) != (long)PAGE) {
		snprintf(why, size, "pages are not of 4096 bytes");
		return -ENOTSUP;
	}
	for (int i = 0; i < RUNGS; i++) {
		if (rung_wanted != OMP2CL_RUNG_AUTO && rung_wanted != ladder[i].number)
			continue;
		r = try(i, why, size);
		if (r == 0) {
			reset_counts();
			return ladder[i].number;
		}
	}
	return r;
}
