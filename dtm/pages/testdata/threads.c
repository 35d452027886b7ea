/* threads.c - threads that use an object while another offloads on it. */
#include "rig.h"

static atomic_int stop;

/* --- Readers see one version of a page at a time, and never an older one. ---- */

enum { PAGES = 256, THREADS = 4, WORDS = PAGE / sizeof(long) };

static void *read_versions(void *arg)
{
	struct block *b = arg;
	uint32_t seed = (uint32_t)(uintptr_t)&seed;
	long *seen = calloc(PAGES, sizeof *seen);
	while (!stop) {
		size_t page = random_below(&seed, PAGES);
		volatile long *p = (volatile long *)(b->host + page * PAGE);
		long first = p[random_below(&seed, WORDS)], second = p[random_below(&seed, WORDS)];
		CHECK(first >= seen[page] && second >= first && second != 0, "page %zu: %ld, %ld after %ld", page, first,
		      second, seen[page]);
		seen[page] = second;
	}
	free(seen);
	return NULL;
}

static void write_version(struct block *b, size_t page, long version)
{
	long *p = (long *)(b->there + page * PAGE);
	for (size_t i = 0; i < WORDS; i++)
		p[i] = version;
}

/* The kernel writes somewhere else than where pages are being fetched from: a new
 * version of some pages is made in a fresh place, then they are dropped. */
SCENARIO(readers_see_whole_pages)
{
	struct device *d = new_device(256 * KIB);
	struct block b = new_block(d, PAGES);
	char *places[2] = {b.there, mmap(NULL, b.n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)};
	pthread_t t[THREADS];
	uint32_t seed = 7;
	for (size_t i = 0; i < PAGES; i++)
		write_version(&b, i, 1);
	drop(&b, 0, PAGES);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, read_versions, &b);
	long version = 1;
	for (double until = seconds() + patience(); seconds() < until || version <= 4 || counts().faults <= 4; version++) {
		size_t lo = random_below(&seed, PAGES), hi = lo + 1 + random_below(&seed, (uint32_t)(PAGES - lo));
		int bulk = random_below(&seed, 3) == 0;
		fetch(&b, 0, PAGES); /* nothing is read from the device while it changes */
		b.source.mem = b.there = places[version % 2];
		for (size_t i = lo; i < hi; i++)
			write_version(&b, i, version + 1);
		drop(&b, lo, hi);
		if (bulk)
			fetch(&b, lo, hi);
		if (random_below(&seed, 4) == 0)
			protect(&b, 0, PAGES);
		if (random_below(&seed, 4) == 0)
			EQUAL(written(&b, NULL, 1) == 0, 1);
	}
	stop = 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	end_block(&b);
}

/* --- No write is missed by the looks, however they fall. ------------------------ */

struct writer {
	struct block *b;
	size_t lo, hi;
};

static void *write_anywhere(void *arg)
{
	struct writer *w = arg;
	uint32_t seed = (uint32_t)w->lo + 1;
	for (long n = 1; !stop; n++) {
		size_t page = w->lo + random_below(&seed, (uint32_t)(w->hi - w->lo));
		long *p = (long *)(w->b->host + page * PAGE);
		__atomic_store_n(p + random_below(&seed, WORDS), n, __ATOMIC_RELAXED);
	}
	return NULL;
}

static size_t upload_written(struct block *b)
{
	struct omp2cl_pages_range r[64];
	int n = omp2cl_pages_written(b->object, at(b, 0), at(b, PAGES), r, 64, 1);
	size_t bytes = 0;
	CHECK(n >= 0, "%s", strerror(-n));
	for (int i = 0; i < n; i++) {
		for (uintptr_t a = r[i].lo; a < r[i].hi; a += sizeof(long))
			__atomic_store_n((long *)(b->there + (a - at(b, 0))), __atomic_load_n((long *)a, __ATOMIC_RELAXED),
					 __ATOMIC_RELAXED);
		bytes += r[i].hi - r[i].lo;
	}
	return bytes;
}

SCENARIO(no_write_is_missed)
{
	struct block b = new_block(new_device(MIB), PAGES);
	struct writer w[THREADS];
	pthread_t t[THREADS];
	protect(&b, 0, PAGES);
	for (int i = 0; i < THREADS; i++) {
		w[i] = (struct writer){&b, (size_t)i * PAGES / THREADS, (size_t)(i + 1) * PAGES / THREADS};
		pthread_create(&t[i], NULL, write_anywhere, &w[i]);
	}
	for (double until = seconds() + patience(); seconds() < until;)
		upload_written(&b);
	stop = 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	upload_written(&b);
	EQUAL(memcmp(b.host, b.there, b.n), 0);
	EQUAL(upload_written(&b), rung() == OMP2CL_RUNG_WP ? upload_written(&b) : 0);
	end_block(&b);
}

/* --- Host and device take turns; between, threads write what they own. ----------- */

static pthread_barrier_t barrier;
static atomic_long round_number;

static void *take_turns(void *arg)
{
	struct writer *w = arg;
	for (;;) {
		pthread_barrier_wait(&barrier);
		if (stop)
			return NULL;
		long n = round_number;
		for (size_t page = w->lo; page < w->hi; page++) {
			long *p = (long *)(w->b->host + page * PAGE);
			for (size_t i = 0; i < WORDS; i += 100)
				CHECK(p[i] == 2 * n, "page %zu word %zu: %ld, not %ld", page, i, p[i], 2 * n);
			if ((page + (size_t)n) % 3 == 0)
				for (size_t i = 0; i < WORDS; i++)
					p[i] = 2 * n + 1;
		}
		pthread_barrier_wait(&barrier);
	}
}

/* The host has added 1 to a third of the pages; the device makes all 2(n+1). */
static void offload(struct block *b, long n)
{
	upload_written(b);
	for (size_t page = 0; page < PAGES; page++) {
		long *p = (long *)(b->there + page * PAGE);
		for (size_t i = 0; i < WORDS; i++) {
			CHECK(p[i] == 2 * n + ((page + (size_t)n) % 3 == 0), "page %zu: %ld in round %ld", page, p[i], n);
			p[i] = 2 * (n + 1);
		}
	}
	drop(b, 0, PAGES);
}

SCENARIO(host_and_device_take_turns)
{
	struct block b = new_block(new_device(256 * KIB), PAGES);
	struct writer w[THREADS];
	pthread_t t[THREADS];
	drop(&b, 0, PAGES);
	pthread_barrier_init(&barrier, NULL, THREADS + 1);
	for (int i = 0; i < THREADS; i++) {
		w[i] = (struct writer){&b, (size_t)i * PAGES / THREADS, (size_t)(i + 1) * PAGES / THREADS};
		pthread_create(&t[i], NULL, take_turns, &w[i]);
	}
	for (double until = seconds() + patience(); seconds() < until || round_number <= 3; round_number++) {
		pthread_barrier_wait(&barrier);
		if (round_number % 2)
			EQUAL(omp2cl_pages_fetch(b.object, at(&b, 0), at(&b, PAGES / 2)), 0);
		pthread_barrier_wait(&barrier);
		offload(&b, round_number);
	}
	stop = 1;
	pthread_barrier_wait(&barrier);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	end_block(&b);
}

/* --- Everything at once, on one object that dies and comes again ------------------ */

static omp2cl_pages_object *_Atomic shared_object;
static pthread_rwlock_t life = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP; /* readers never rest */

static void *do_anything(void *arg)
{
	struct block b = *(struct block *)arg;
	uint32_t seed = (uint32_t)(uintptr_t)&b;
	struct omp2cl_pages_range r[8];
	while (!stop) {
		size_t lo = random_below(&seed, PAGES), hi = lo + 1 + random_below(&seed, (uint32_t)(PAGES - lo));
		pthread_rwlock_rdlock(&life);
		omp2cl_pages_object *o = shared_object;
		char value;
		switch (random_below(&seed, 9)) {
		case 0: omp2cl_pages_drop(o, at(&b, lo), at(&b, hi), &b.source); break;
		case 1: omp2cl_pages_protect(o, at(&b, lo), at(&b, hi)); break;
		case 2: omp2cl_pages_written(o, at(&b, lo), at(&b, hi), r, 8, 1); break;
		case 3: omp2cl_pages_fetch(o, at(&b, lo), at(&b, hi)); break;
		case 4: omp2cl_pages_retarget(o, at(&b, lo), at(&b, hi), &b.source); break;
		case 5: omp2cl_pages_absent(o, at(&b, lo), at(&b, hi), r, 8); break;
		case 6: omp2cl_pages_home(at(&b, lo), (hi - lo) * PAGE); break;
		case 7: __atomic_store_n(b.host + lo * PAGE, 9, __ATOMIC_RELAXED); break;
		case 8:
			value = __atomic_load_n(b.host + lo * PAGE, __ATOMIC_RELAXED);
			CHECK(value == 9 || value == 5 || value == 0, "%d", value);
			break;
		}
		pthread_rwlock_unlock(&life);
	}
	return NULL;
}

SCENARIO(everything_at_once)
{
	struct block b = new_block(new_device(64 * KIB), PAGES);
	pthread_t t[THREADS];
	uint32_t seed = 3;
	int why;
	memset(b.there, 5, b.n);
	shared_object = b.object;
	struct block theirs = b; /* a thread may begin when b has another object */
	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, do_anything, &theirs);
	for (double until = seconds() + patience(); seconds() < until;) {
		size_t lo = random_below(&seed, PAGES), hi = lo + 1 + random_below(&seed, (uint32_t)(PAGES - lo));
		if (random_below(&seed, 2))
			hi = PAGES, lo = 0;
		omp2cl_pages_gone(at(&b, lo), at(&b, hi));
		if (omp2cl_pages_dead(b.object)) {
			pthread_rwlock_wrlock(&life);
			omp2cl_pages_remove(b.object);
			b.object = omp2cl_pages_add(at(&b, 0), at(&b, PAGES), at(&b, PAGES), 0, &why);
			CHECK(b.object, "%s", strerror(why));
			shared_object = b.object;
			pthread_rwlock_unlock(&life);
		}
	}
	stop = 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	end_block(&b);
}

/* --- Threads that end in the middle -------------------------------------------------- */

static void *touch_for_ever(void *arg)
{
	struct block *b = arg;
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	for (size_t i = 0;; i++) {
		volatile char *p = b->host + i * 37 % PAGES * PAGE;
		CHECK(*p == 5);
		*p = 5;
	}
	return NULL;
}

SCENARIO(cancelled_while_touching)
{
	struct block b = new_block(new_device(64 * KIB), PAGES);
	memset(b.there, 5, b.n);
	b.device->delay_us = 200;
	for (int round = 0; round < 60; round++) {
		pthread_t t;
		drop(&b, 0, PAGES);
		pthread_create(&t, NULL, touch_for_ever, &b);
		usleep(random_below(&(uint32_t){(uint32_t)round * 77}, 3000));
		pthread_cancel(t);
		pthread_join(t, NULL);
		EQUAL(b.host[3 * PAGE], 5);
	}
	end_block(&b);
}

/* glibc tells every thread of the process, with a signal, and waits for each. */
SCENARIO(setgid_reaches_every_thread)
{
	struct block b = new_block(new_device(MIB), 1024);
	drop(&b, 0, 1024);
	fetch(&b, 0, 1024);
	EQUAL(setgid(getgid()), 0);
	end_block(&b);
}

/* exit while the service is at work */
static void touch_at_exit(void)
{
	char *p = getenv("BLOCK") ? (char *)strtoul(getenv("BLOCK"), NULL, 16) : NULL;
	CHECK(p && p[5 * PAGE] == 5);
}

SCENARIO(exit_with_pages_on_the_device)
{
	struct block b = new_block(new_device(64 * KIB), 4096);
	char text[32];
	memset(b.there, 5, b.n);
	drop(&b, 0, 4096);
	snprintf(text, sizeof text, "%lx", at(&b, 0));
	setenv("BLOCK", text, 1);
	for (size_t i = 0; i < 600; i++)
		CHECK(b.host[i * PAGE] == 5);
	drop(&b, 0, 4096);
	atexit(touch_at_exit);
	exit(0);
}

SCENARIO(exec_with_pages_on_the_device)
{
	struct block b = new_block(new_device(64 * KIB), 4096);
	drop(&b, 0, 4096);
	CHECK(b.host[0] == 0);
	execl("/bin/true", "true", NULL);
}
