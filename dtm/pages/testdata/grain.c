/* grain.c - how much comes home for a touch, counted in device reads. */
#include "rig.h"

static volatile char sink;

SCENARIO(the_first_touch_takes_64k)
{
	struct block b = new_block(new_device(MIB), 1024);
	drop(&b, 0, 1024);
	sink = b.host[100 * PAGE];
	EQUAL(absent(&b), 1024 - 16);
	EQUAL(b.device->bytes, 64 * KIB);
	EQUAL(counts().faults, 1);
	end_block(&b);
}

SCENARIO(never_beyond_absent_pages)
{
	struct block b = new_block(new_device(MIB), 1024);
	memset(b.host, 1, b.n);
	drop(&b, 100, 103);
	sink = b.host[101 * PAGE];
	EQUAL(b.device->bytes, 3 * PAGE);
	EQUAL(absent(&b), 0);
	EQUAL(b.host[103 * PAGE], 1);
	end_block(&b);
}

SCENARIO(forward_touches_grow)
{
	struct block b = new_block(new_device(MIB), 32768);
	for (size_t i = 0; i < 32768; i++)
		b.there[i * PAGE] = (char)(i % 127);
	drop(&b, 0, 32768);
	for (size_t i = 0; i < 32768; i++)
		EQUAL(b.host[i * PAGE], i % 127);
	/* 64 K, 128 K, .. 2 M are 6 touches; 128 MiB at 2 MiB are 64 */
	CHECK(counts().faults <= 72, "%lu", counts().faults);
	EQUAL(absent(&b), 0);
	fetch(&b, 0, 32768); /* nothing; what came is counted now */
	EQUAL(counts().fault_bytes + counts().ahead_bytes, b.n);
	end_block(&b);
}

static void touch(const struct block *b, size_t lo, size_t hi)
{
	for (size_t i = lo; i < hi; i++)
		sink = b->host[i * PAGE];
}

static void await_absent(const struct block *b, size_t pages)
{
	for (int ms = 0; ms < A_MINUTE && absent(b) != pages; ms++)
		usleep(1000);
	EQUAL(absent(b), pages);
}

/* A reader that comes late enough finds what follows there: 16 MiB behind a stream
 * of 2 MiB pieces, and all once an eighth of the object has come. */
SCENARIO(reads_ahead)
{
	struct block b = new_block(new_device(MIB), 16384);
	drop(&b, 0, 16384);
	touch(&b, 0, 1024); /* 64, 64, 128, 256, 512 KiB, 1 and 2 MiB */
	await_absent(&b, 16384 - 5120);
	EQUAL(counts().faults, 7);
	touch(&b, 1024, 5120);
	EQUAL(counts().faults, 7);
	sink = b.host[5120 * PAGE];
	await_absent(&b, 0);
	touch(&b, 5120, 16384);
	EQUAL(counts().faults, 8);
	fetch(&b, 0, 16384); /* nothing; what came is counted now */
	EQUAL(counts().ahead_bytes, (16384 - 1024 - 512) * PAGE);
	end_block(&b);
}

SCENARIO(backward_touches_grow)
{
	struct block b = new_block(new_device(MIB), 8192);
	for (size_t i = 0; i < 8192; i++)
		b.there[i * PAGE] = (char)(i % 127);
	drop(&b, 0, 8192);
	for (size_t i = 8192; i-- > 0;)
		EQUAL(b.host[i * PAGE], i % 127);
	CHECK(counts().faults <= 24, "%lu", counts().faults);
	EQUAL(b.device->bytes, b.n);
	end_block(&b);
}

SCENARIO(scattered_touches_shrink)
{
	struct block b = new_block(new_device(MIB), 65536);
	uint32_t seed = 1;
	drop(&b, 0, 65536);
	for (int i = 0; i < 400; i++)
		sink = b.host[random_below(&seed, 65536) * PAGE];
	CHECK(counts().fault_bytes < 400 * 3 * PAGE + 16 * 64 * KIB, "%lu", counts().fault_bytes);
	EQUAL(counts().ahead_bytes, 0);
	end_block(&b);
}

/* Several threads running forward in one object each keep their stream. */
struct walk {
	struct block *b;
	size_t lo, hi;
};

static void *walk(void *arg)
{
	struct walk *w = arg;
	for (size_t i = w->lo; i < w->hi; i++)
		EQUAL(w->b->host[i * PAGE], i % 127);
	return NULL;
}

/* Each page once a round, by whatever way. A device read may pass over the first 64 KiB
 * of a thread once, where one thread's stream meets the next one's beginning. */
static void check_that_all_came_once(struct block *b, unsigned long rounds, unsigned long threads)
{
	fetch(b, 0, b->n / PAGE); /* nothing; what came is counted now */
	EQUAL(counts().fault_bytes + counts().ahead_bytes + counts().fetch_bytes, b->n * rounds);
	unsigned long more = b->device->bytes - b->n * rounds;
	CHECK(more <= rounds * threads * 64 * KIB, "%lu", more);
}

SCENARIO(four_streams)
{
	struct block b = new_block(new_device(MIB), 32768);
	pthread_t t[4];
	struct walk w[4];
	for (size_t i = 0; i < 32768; i++)
		b.there[i * PAGE] = (char)(i % 127);
	drop(&b, 0, 32768);
	for (int i = 0; i < 4; i++) {
		w[i] = (struct walk){&b, (size_t)i * 8192, (size_t)(i + 1) * 8192};
		pthread_create(&t[i], NULL, walk, &w[i]);
	}
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	CHECK(counts().faults <= 150, "%lu", counts().faults);
	check_that_all_came_once(&b, 1, 4);
	end_block(&b);
}

/* Many more than there are cores, with slots and a crew for all: each byte comes once. */
SCENARIO(sixteen_streams)
{
	enum { THREADS = 16, ROUNDS = 4 };
	omp2cl_pages_crew(8);
	struct block b = new_block(new_device(MIB), 16384);
	b.device->reader.nslots = SLOTS;
	for (size_t i = 0; i < 16384; i++)
		b.there[i * PAGE] = (char)(i % 127);
	for (unsigned long round = 1; round <= ROUNDS; round++) {
		pthread_t t[THREADS];
		struct walk w[THREADS];
		drop(&b, 0, 16384);
		for (int i = 0; i < THREADS; i++) {
			w[i] = (struct walk){&b, (size_t)i * 1024, (size_t)(i + 1) * 1024};
			pthread_create(&t[i], NULL, walk, &w[i]);
		}
		for (int i = 0; i < THREADS; i++)
			pthread_join(t[i], NULL);
		EQUAL(absent(&b), 0);
		check_that_all_came_once(&b, round, THREADS);
		EQUAL(memcmp(b.host, b.there, b.n), 0);
	}
	end_block(&b);
}

/* What threads do, by one: it begins in eight places and goes on in each. At the sixth
 * that goes on everything else comes by itself. */
SCENARIO(streams_that_take_turns_are_threads)
{
	struct block b = new_block(new_device(MIB), 16384);
	drop(&b, 0, 16384);
	for (size_t i = 0; i < 8; i++)
		touch(&b, i * 2048, i * 2048 + 16);
	EQUAL(counts().faults, 8);
	EQUAL(absent(&b), 16384 - 8 * 16);
	for (size_t i = 0; i < 5; i++)
		touch(&b, i * 2048 + 16, i * 2048 + 32);
	EQUAL(counts().faults, 13);
	EQUAL(absent(&b), 16384 - 13 * 16);
	touch(&b, 5 * 2048 + 16, 5 * 2048 + 32);
	await_absent(&b, 0);
	EQUAL(counts().faults, 14);
	EQUAL(b.device->bytes, b.n);
	end_block(&b);
}

/* One thread that reads a part of each of many rows wants no more than that. */
SCENARIO(rows_one_after_another_are_no_threads)
{
	struct block b = new_block(new_device(MIB), 16384);
	drop(&b, 0, 16384);
	for (size_t i = 0; i < 16; i++)
		touch(&b, i * 1024, i * 1024 + 32);
	EQUAL(b.device->bytes, 16 * 32 * PAGE);
	EQUAL(absent(&b), 16384 - 16 * 32);
	end_block(&b);
}

/* Threads that touch pages next to one another, and the same ones, at the same moment. */
struct crowd {
	struct block *b;
	size_t page;
	pthread_barrier_t *all;
};

static void *touch_together(void *arg)
{
	struct crowd *c = arg;
	pthread_barrier_wait(c->all);
	EQUAL(c->b->host[c->page * PAGE], c->page % 127);
	__atomic_store_n((size_t *)(c->b->host + c->page * PAGE) + 1 + c->page % 8, c->page, __ATOMIC_RELAXED);
	return NULL;
}

SCENARIO(neighbours_touched_together)
{
	enum { THREADS = 8, ROUNDS = 100, PAGES = 1024 };
	omp2cl_pages_crew(4);
	struct block b = new_block(new_device(64 * KIB), PAGES);
	b.device->reader.nslots = SLOTS;
	pthread_barrier_t all;
	uint32_t seed = 3;
	for (size_t i = 0; i < PAGES; i++)
		b.there[i * PAGE] = (char)(i % 127);
	pthread_barrier_init(&all, NULL, THREADS);
	for (int round = 0; round < ROUNDS; round++) {
		struct crowd c[THREADS];
		pthread_t t[THREADS];
		drop(&b, 0, PAGES);
		size_t first = random_below(&seed, PAGES - 64);
		for (int i = 0; i < THREADS; i++) {
			c[i] = (struct crowd){&b, first + random_below(&seed, round % 2 ? 8 : 64), &all};
			pthread_create(&t[i], NULL, touch_together, &c[i]);
		}
		for (int i = 0; i < THREADS; i++)
			pthread_join(t[i], NULL);
		fetch(&b, 0, PAGES);
		EQUAL(counts().fault_bytes + counts().ahead_bytes + counts().fetch_bytes, b.n * (size_t)(round + 1));
		for (int i = 0; i < THREADS; i++)
			EQUAL(((size_t *)(b.host + c[i].page * PAGE))[1 + c[i].page % 8], c[i].page);
	}
	end_block(&b);
}

/* The rungs that open pages at the first write do it for more and more. */
SCENARIO(forward_writes_grow)
{
	struct block b = new_block(new_device(MIB), 16384);
	memset(b.host, 1, b.n);
	protect(&b, 0, 16384);
	for (size_t i = 0; i < 16384; i++)
		b.host[i * PAGE] = 2;
	EQUAL(written(&b, NULL, 0), 16384);
	CHECK(counts().write_faults <= 45, "%lu", counts().write_faults);
	EQUAL(counts().write_faults == 0, exact());
	end_block(&b);
}

static unsigned long parts(const struct block *b)
{
	struct omp2cl_pages_fetched f;
	omp2cl_pages_count_reader(&b->device->reader, &f);
	return f.runs;
}

/* What was read ahead is counted when it is in place. */
static void await_parts(const struct block *b, unsigned long n)
{
	for (int ms = 0; ms < A_MINUTE && parts(b) != n; ms++)
		usleep(1000);
	EQUAL(parts(b), n);
}

/* From two places, until they meet: one part, whoever came first. */
SCENARIO(parts_that_meet_are_one)
{
	struct block b = new_block(new_device(MIB), 1024);
	drop(&b, 0, 1024);
	touch(&b, 0, 32);
	await_parts(&b, 1);
	touch(&b, 512, 544);
	await_parts(&b, 2);
	touch(&b, 544, 1024);
	touch(&b, 32, 512);
	await_parts(&b, 1);
	EQUAL(absent(&b), 0);
	end_block(&b);
}

/* What came home before a drop is another transfer than what comes after it. */
SCENARIO(parts_end_at_a_drop)
{
	struct block b = new_block(new_device(MIB), 1024);
	for (int round = 1; round <= 3; round++) {
		drop(&b, 0, 1024);
		touch(&b, 0, 1024);
		await_parts(&b, round);
	}
	end_block(&b);
}

/* The same part each round: what a stream takes is the part, and no more. */
SCENARIO(a_part_of_2_to_the_k_is_exact)
{
	struct block b = new_block(new_device(MIB), 4096);
	for (int round = 1; round <= 3; round++) {
		drop(&b, 0, 4096);
		touch(&b, 256, 320);
		EQUAL(b.device->bytes, 64 * PAGE * (unsigned long)round);
	}
	end_block(&b);
}
