/* crew.c - fetches that many threads fill through many slots: nothing is left out,
 * nothing comes twice, whatever the size, and whoever is at work on the pages. */
#include "rig.h"

enum { PAGES = 5003, ODD = 1234 }; /* not a multiple of anything; bytes on the last page */

static uint64_t value(size_t word, unsigned round)
{
	return word * 0x9e3779b97f4a7c15ull + round;
}

static void set_device(const struct block *b, unsigned round)
{
	for (size_t i = 0; i < b->n / 8; i++)
		((uint64_t *)b->there)[i] = value(i, round);
}

static void check_pages(const struct block *b, size_t lo, size_t hi, unsigned round)
{
	for (size_t i = lo * PAGE / 8; i < hi * PAGE / 8; i++)
		CHECK(((uint64_t *)b->host)[i] == value(i, round), "word %zu of page %zu, round %u", i % 512, i / 512, round);
}

static struct block crowded_block(unsigned slots, size_t slot_size, size_t pages)
{
	omp2cl_pages_crew(8);
	struct device *d = new_device(slot_size);
	d->reader.nslots = slots;
	return new_block(d, pages);
}

static void fetch_whole(unsigned slots, size_t slot_size)
{
	struct block b = crowded_block(slots, slot_size, PAGES);
	for (unsigned round = 1; round <= 3; round++) {
		set_device(&b, round);
		drop(&b, 0, PAGES);
		fetch(&b, round, PAGES); /* begins where no piece does */
		EQUAL(absent(&b), round);
		fetch(&b, 0, PAGES);
		EQUAL(absent(&b), 0);
		EQUAL(b.device->bytes, b.n * round);
		EQUAL(written(&b, NULL, 0), 0);
		check_pages(&b, 0, PAGES, round);
	}
	end_block(&b);
}

SCENARIO(a_crew_fills_what_few_slots_bring)
{
	fetch_whole(1, MIB);
	fetch_whole(2, 68 * KIB);
	fetch_whole(3, 300 * KIB);
}

SCENARIO(a_crew_fills_what_many_slots_bring)
{
	fetch_whole(SLOTS, MIB);
	fetch_whole(SLOTS, 2 * MIB);
	fetch_whole(SLOTS, PAGE);
}

/* The host's pages among those fetched, and what lies behind the copy, stay. */
SCENARIO(a_crew_leaves_alone_what_is_home)
{
	struct block b = crowded_block(SLOTS, MIB, PAGES);
	uint32_t seed = 5;
	uintptr_t end = at(&b, PAGES - 1) + ODD;
	EQUAL(omp2cl_pages_set_end(b.object, end), 0);
	set_device(&b, 1);
	memset(b.host, 7, b.n);
	char *away = calloc(PAGES, 1);
	for (size_t i = 0, n; i < PAGES; i += n) {
		n = 1 + random_below(&seed, 60);
		n = n < PAGES - i ? n : PAGES - i;
		if (i + n == PAGES || random_below(&seed, 3)) {
			drop(&b, i, i + n);
			memset(away + i, 1, n);
		}
	}
	fetch(&b, 0, PAGES);
	for (size_t i = 0; i < PAGES - 1; i++)
		CHECK(memcmp(b.host + i * PAGE, away[i] ? b.there + i * PAGE : "\7\7\7\7\7\7\7\7", away[i] ? PAGE : 8) == 0,
		      "page %zu", i);
	EQUAL(memcmp((char *)at(&b, PAGES - 1), b.there + (PAGES - 1) * PAGE, ODD), 0);
	for (char *p = (char *)end; p < b.host + b.n; p++)
		EQUAL(*p, 7);
	free(away);
	end_block(&b);
}

/* --- Threads that read and write what is being filled -------------------------------- */

struct writer {
	struct block *b;
	size_t first, step;
	unsigned round;
};

/* Writes a word of its own on each of its pages; the rest is the device's. */
static void *write_among(void *arg)
{
	struct writer *w = arg;
	for (size_t page = w->first; page < PAGES; page += w->step) {
		uint64_t *words = (uint64_t *)(w->b->host + page * PAGE);
		words[page % 512] = page;
		for (size_t i = 0; i < 512; i++)
			CHECK(words[i] == (i == page % 512 ? page : value(page * 512 + i, w->round)), "page %zu", page);
	}
	return NULL;
}

SCENARIO(writes_to_pages_that_a_crew_fills)
{
	enum { WRITERS = 4, EVERY = 7 };
	struct block b = crowded_block(SLOTS, 512 * KIB, PAGES);
	char *pages = malloc(PAGES);
	for (unsigned round = 1; round <= 6; round++) {
		pthread_t t[WRITERS];
		struct writer w[WRITERS];
		set_device(&b, round);
		drop(&b, 0, PAGES);
		for (size_t i = 0; i < WRITERS; i++) {
			w[i] = (struct writer){&b, i * EVERY, WRITERS * EVERY, round};
			pthread_create(&t[i], NULL, write_among, &w[i]);
		}
		fetch(&b, 0, PAGES);
		for (int i = 0; i < WRITERS; i++)
			pthread_join(t[i], NULL);
		EQUAL(absent(&b), 0);
		written(&b, pages, 0);
		for (size_t i = 0; i < PAGES; i++) {
			CHECK(i % EVERY || pages[i], "the write to page %zu was missed", i);
			CHECK(!exact() || !pages[i] || i % EVERY == 0, "page %zu looks written", i);
			if (i % EVERY)
				check_pages(&b, i, i + 1, round);
		}
	}
	free(pages);
	end_block(&b);
}

/* --- Failures -------------------------------------------------------------------------- */

/* What came before the failure, and beside it, is home and right; the rest comes later. */
SCENARIO(a_crew_outlives_a_failed_read)
{
	struct block b = crowded_block(SLOTS, 256 * KIB, PAGES);
	b.device->code = -5;
	for (unsigned round = 1; round <= 12; round++) {
		set_device(&b, round);
		drop(&b, 0, PAGES);
		b.device->fail_after = (int)round - 1;
		EQUAL(omp2cl_pages_fetch(b.object, at(&b, 0), at(&b, PAGES)), -EIO);
		EQUAL(omp2cl_pages_device_error(b.object), -5);
		b.device->fail_after = -1;
		CHECK(absent(&b) > 0);
		for (int s = 0; s < SLOTS; s++)
			EQUAL(b.device->in_use[s], 0);
		struct omp2cl_pages_range away[256];
		int n = omp2cl_pages_absent(b.object, at(&b, 0), at(&b, PAGES), away, 256);
		CHECK(n > 0 && n < 256);
		size_t lo = 0;
		for (int i = 0; i < n; i++) {
			check_pages(&b, lo, (away[i].lo - at(&b, 0)) / PAGE, round);
			lo = (away[i].hi - at(&b, 0)) / PAGE;
		}
		check_pages(&b, 0, PAGES, round); /* by touches */
		EQUAL(absent(&b), 0);
	}
	end_block(&b);
}
