#include "rig.h"

#include <stdarg.h>

void fail(const char *file, int line, const char *what, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fprintf(stderr, "%s:%d: %s: ", file, line, what);
	vfprintf(stderr, format, args);
	fprintf(stderr, "\n");
	fflush(stderr);
	_exit(1);
}

static int start_read(void *self, unsigned s, void *mem, uint64_t off, size_t n, void *after)
{
	struct device *d = self;
	(void)after;
	CHECK(s < SLOTS && !d->in_use[s], "slot %u", s);
	CHECK(n > 0 && n <= d->reader.slot_size, "%zu bytes", n);
	d->in_use[s] = 1;
	d->number[s] = d->reads++;
	d->bytes += n;
	memcpy(d->slots[s], (char *)mem + off, n);
	uintptr_t from = d->fail_from;
	d->fails[s] = from && (uintptr_t)mem + off + n > from;
	return 0;
}

/* Whether the read fails that is being finished. The scenario may say otherwise at
 * the same moment: what it says is not written over. */
static int fails_now(struct device *d, unsigned s)
{
	int after = d->fail_after;
	while (after > 0 && !atomic_compare_exchange_weak(&d->fail_after, &after, after - 1))
		;
	return after == 0 || d->fails[s];
}

static int finish_read(void *self, unsigned s)
{
	struct device *d = self;
	CHECK(d->in_use[s] && d->number[s] == d->finished, "slot %u", s);
	d->finished++;
	d->in_use[s] = 0;
	if (d->delay_us)
		usleep(d->delay_us);
	if (!fails_now(d, s))
		return 0;
	d->failures++;
	return d->code;
}

static void *map(size_t n)
{
	void *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(p != MAP_FAILED);
	return p;
}

struct device *new_device(size_t slot_size)
{
	struct device *d = map(sizeof *d);
	for (int s = 0; s < SLOTS; s++)
		d->slots[s] = map(slot_size);
	d->reader = (struct omp2cl_reader){d, FEW_SLOTS, slot_size, d->slots, start_read, finish_read};
	d->fail_after = -1;
	return d;
}

struct block new_block(struct device *d, size_t pages)
{
	int why = 0;
	struct block b = {.n = pages * PAGE, .device = d};
	b.host = (char *)map(b.n + 2 * PAGE) + PAGE; /* neighbours that are not tracked */
	b.there = map(b.n);
	b.source = (struct omp2cl_source){.reader = &d->reader, .mem = b.there};
	b.object = omp2cl_pages_add((uintptr_t)b.host, (uintptr_t)b.host + b.n, (uintptr_t)b.host + b.n, 7, &why);
	CHECK(b.object, "%s", strerror(why));
	return b;
}

void end_block(struct block *b)
{
	if (b->object)
		omp2cl_pages_remove(b->object);
	munmap(b->host - PAGE, b->n + 2 * PAGE);
	munmap(b->there, b->n);
}

uintptr_t at(const struct block *b, size_t page)
{
	return (uintptr_t)b->host + page * PAGE;
}

void drop(struct block *b, size_t lo, size_t hi)
{
	EQUAL(omp2cl_pages_drop(b->object, at(b, lo), at(b, hi), &b->source), 0);
}

void protect(struct block *b, size_t lo, size_t hi)
{
	EQUAL(omp2cl_pages_protect(b->object, at(b, lo), at(b, hi)), 0);
}

void fetch(struct block *b, size_t lo, size_t hi)
{
	EQUAL(omp2cl_pages_fetch(b->object, at(b, lo), at(b, hi)), 0);
}

size_t absent(const struct block *b)
{
	return omp2cl_pages_absent_count(b->object);
}

size_t written(struct block *b, char *pages, int again)
{
	size_t n = b->n / PAGE, found = 0;
	struct omp2cl_pages_range *ranges = malloc(n * sizeof *ranges);
	int got = omp2cl_pages_written(b->object, at(b, 0), at(b, n), ranges, (int)n, again);
	CHECK(got >= 0, "%s", strerror(-got));
	if (pages)
		memset(pages, 0, n);
	for (int i = 0; i < got; i++) {
		CHECK(ranges[i].lo < ranges[i].hi && (i == 0 || ranges[i - 1].hi < ranges[i].lo));
		for (uintptr_t a = ranges[i].lo; a < ranges[i].hi; a += PAGE, found++)
			if (pages)
				pages[(a - at(b, 0)) / PAGE] = 1;
	}
	free(ranges);
	return found;
}

int written_near(struct block *b, size_t page)
{
	char *pages = malloc(b->n / PAGE);
	size_t found = written(b, pages, 0);
	int is = pages[page] && (exact() ? found == 1 : found <= 16);
	free(pages);
	return is;
}

struct omp2cl_pages_counters counts(void)
{
	struct omp2cl_pages_counters c;
	omp2cl_pages_count(&c);
	return c;
}

int rung(void)
{
	return omp2cl_pages_rung();
}

int exact(void)
{
	return rung() == OMP2CL_RUNG_UFFD || rung() == OMP2CL_RUNG_UFFD_USER;
}

double seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

double patience(void)
{
	return getenv("PATIENCE") ? atof(getenv("PATIENCE")) : 0.5;
}

uint32_t random_below(uint32_t *seed, uint32_t n)
{
	*seed = *seed * 1664525u + 1013904223u;
	return (*seed >> 8) % n;
}

static struct scenario *all;

void add_scenario(struct scenario *s)
{
	struct scenario **at = &all;
	while (*at && strcmp((*at)->name, s->name) < 0)
		at = &(*at)->next;
	s->next = *at;
	*at = s;
}

/* main list                 names the scenarios, one a line, with the signal
 * main RUNG NAME [before]   runs one; 77: the rung does not work here
 * A scenario that must install a handler first is run before the start. */
int main(int argc, char **argv)
{
	if (argc == 2)
		for (struct scenario *s = all; s; s = s->next)
			printf("%s %d\n", s->name, s->dies_of);
	if (argc < 3)
		return 0;
	struct scenario *s = all;
	while (s && strcmp(s->name, argv[2]))
		s = s->next;
	CHECK(s, "no scenario %s", argv[2]);
	char why[512];
	if (strncmp(s->name, "before_", 7) != 0 && omp2cl_pages_start(atoi(argv[1]), why, sizeof why) < 0) {
		printf("%s\n", why);
		return 77;
	}
	setenv("RUNG", argv[1], 1);
	s->run();
	return 0;
}
