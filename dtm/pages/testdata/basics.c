/* basics.c - one thread, one object: what each operation promises. */
#include "rig.h"

static int all_are(const char *p, size_t n, char value)
{
	for (size_t i = 0; i < n; i++)
		if (p[i] != value)
			return 0;
	return 1;
}

SCENARIO(a_read_fetches)
{
	struct block b = new_block(new_device(MIB), 64);
	memset(b.host, 1, b.n);
	memset(b.there, 5, b.n);
	drop(&b, 0, 64);
	EQUAL(absent(&b), 64);
	EQUAL(b.host[10 * PAGE + 17], 5);
	CHECK(absent(&b) < 64);
	EQUAL(written(&b, NULL, 0), 0);
	CHECK(all_are(b.host, b.n, 5));
	EQUAL(absent(&b), 0);
	EQUAL(written(&b, NULL, 0), 0);
	EQUAL(b.device->bytes, b.n);
	end_block(&b);
}

SCENARIO(a_write_fetches_and_is_seen)
{
	struct block b = new_block(new_device(MIB), 64);
	memset(b.there, 5, b.n);
	drop(&b, 0, 64);
	b.host[20 * PAGE + 1] = 9;
	EQUAL(b.host[20 * PAGE], 5);
	EQUAL(b.host[20 * PAGE + 1], 9);
	CHECK(written_near(&b, 20));
	end_block(&b);
}

SCENARIO(clean_and_written)
{
	struct block b = new_block(new_device(MIB), 100);
	memset(b.host, 1, b.n);
	EQUAL(written(&b, NULL, 0), 100);
	protect(&b, 0, 100);
	EQUAL(written(&b, NULL, 0), 0);
	b.host[50 * PAGE] = 2;
	CHECK(written_near(&b, 50));
	CHECK(written_near(&b, 50)); /* the look alone changes nothing */
	written(&b, NULL, 1);
	EQUAL(written(&b, NULL, 0), 0);
	b.host[50 * PAGE] = 3;
	CHECK(written_near(&b, 50));
	protect(&b, 40, 70);
	b.host[99 * PAGE] = 3;
	CHECK(written_near(&b, 99));
	end_block(&b);
}

SCENARIO(parts_are_kept_apart)
{
	struct block b = new_block(new_device(MIB), 128);
	struct omp2cl_pages_range r[8];
	memset(b.host, 1, b.n);
	memset(b.there, 6, b.n);
	protect(&b, 0, 128);
	drop(&b, 32, 64);
	EQUAL(absent(&b), 32);
	EQUAL(omp2cl_pages_absent(b.object, at(&b, 0), at(&b, 128), r, 8), 1);
	EQUAL(r[0].lo, at(&b, 32));
	EQUAL(r[0].hi, at(&b, 64));
	CHECK(all_are(b.host, 32 * PAGE, 1) && all_are(b.host + 64 * PAGE, 64 * PAGE, 1));
	EQUAL(absent(&b), 32);
	EQUAL(written(&b, NULL, 0), 0); /* absent pages are not written */
	fetch(&b, 40, 44);
	EQUAL(absent(&b), 28);
	EQUAL(omp2cl_pages_absent(b.object, at(&b, 0), at(&b, 128), r, 8), 2);
	EQUAL(r[0].hi, at(&b, 40));
	EQUAL(r[1].lo, at(&b, 44));
	EQUAL(omp2cl_pages_absent(b.object, at(&b, 0), at(&b, 128), r, 1), 1);
	EQUAL(omp2cl_pages_absent(b.object, r[0].hi, at(&b, 128), r, 8), 1);
	CHECK(all_are(b.host + 32 * PAGE, 32 * PAGE, 6));
	end_block(&b);
}

SCENARIO(small_gaps_merge_first)
{
	if (!exact())
		return;
	struct block b = new_block(new_device(MIB), 1000);
	struct omp2cl_pages_range r[3];
	memset(b.host, 1, b.n);
	protect(&b, 0, 1000);
	static const int pages[] = {0, 2, 4, 300, 303, 900};
	for (int i = 0; i < 6; i++)
		b.host[pages[i] * PAGE] = 2;
	EQUAL(omp2cl_pages_written(b.object, at(&b, 0), at(&b, 1000), r, 3, 1), 3);
	EQUAL(r[0].lo, at(&b, 0));
	EQUAL(r[0].hi, at(&b, 5));
	EQUAL(r[1].lo, at(&b, 300));
	EQUAL(r[1].hi, at(&b, 304));
	EQUAL(r[2].lo, at(&b, 900));
	EQUAL(written(&b, NULL, 0), 0);
	b.host[0] = b.host[999 * PAGE] = 3;
	EQUAL(omp2cl_pages_written(b.object, at(&b, 0), at(&b, 1000), r, 1, 0), 1);
	EQUAL(r[0].lo, at(&b, 0));
	EQUAL(r[0].hi, at(&b, 1000));
	end_block(&b);
}

/* Every third page over more results than one system call gives. */
SCENARIO(many_written_ranges)
{
	if (!exact())
		return;
	struct block b = new_block(new_device(MIB), 3000);
	char *pages = malloc(3000);
	memset(b.host, 1, b.n);
	protect(&b, 0, 3000);
	for (int i = 0; i < 3000; i += 3)
		b.host[i * PAGE] = 2;
	EQUAL(written(&b, pages, 1), 1000);
	for (int i = 0; i < 3000; i++)
		EQUAL(pages[i], i % 3 == 0);
	EQUAL(written(&b, pages, 1), 0);
	end_block(&b);
}

SCENARIO(memory_never_touched_is_clean_once_protected)
{
	struct block b = new_block(new_device(MIB), 64);
	protect(&b, 0, 64);
	if (rung() != OMP2CL_RUNG_WP) /* which cannot tell it from discarded memory */
		EQUAL(written(&b, NULL, 0), 0);
	EQUAL(b.host[3 * PAGE], 0);
	b.host[7 * PAGE] = 1;
	char pages[64];
	written(&b, pages, 1);
	EQUAL(pages[7], 1);
	b.host[7 * PAGE] = 2;
	written(&b, pages, 0);
	EQUAL(pages[7], 1);
	end_block(&b);
}

SCENARIO(what_lies_behind_the_copy_is_kept)
{
	struct block b = new_block(new_device(MIB), 40);
	memset(b.host, 1, b.n);
	memset(b.there, 4, b.n);
	size_t end = 38 * PAGE + 100;
	EQUAL(omp2cl_pages_set_end(b.object, at(&b, 0) + end), 0);
	for (int round = 0; round < 3; round++) {
		b.host[end + 5] = (char)(10 + round);
		drop(&b, 0, 40);
		EQUAL(absent(&b), 39);
		EQUAL(omp2cl_pages_set_end(b.object, at(&b, 20)), -EBUSY);
		if (round == 1)
			fetch(&b, 0, 40);
		CHECK(all_are(b.host, end, 4) && all_are(b.host + end, 5, 1));
		EQUAL(b.host[end + 5], 10 + round);
		CHECK(all_are(b.host + end + 6, b.n - end - 6, 1));
		EQUAL(absent(&b), 0);
	}
	EQUAL(omp2cl_pages_set_end(b.object, at(&b, 0)), -EINVAL);
	end_block(&b);
}

/* Another thread counts behind the copy while the page comes and goes. */
static atomic_int counting;

static void *count_behind(void *arg)
{
	long *word = arg, n = 0;
	while (counting)
		__atomic_store_n(word, ++n, __ATOMIC_RELAXED);
	return (void *)n;
}

SCENARIO(writes_behind_the_copy_are_not_lost)
{
	struct block b = new_block(new_device(MIB), 20);
	long *word = (long *)(b.host + 19 * PAGE + 1000);
	EQUAL(omp2cl_pages_set_end(b.object, at(&b, 19) + 100), 0);
	pthread_t t;
	void *n;
	counting = 1;
	pthread_create(&t, NULL, count_behind, word);
	long before = 0;
	for (double until = seconds() + patience(); seconds() < until;) {
		drop(&b, 0, 20);
		long now = __atomic_load_n(word, __ATOMIC_RELAXED);
		CHECK(now >= before, "%ld after %ld", now, before);
		before = now;
	}
	counting = 0;
	pthread_join(t, &n);
	EQUAL(*word, (long)n);
	end_block(&b);
}

SCENARIO(bulk_fetch)
{
	struct block b = new_block(new_device(MIB), 16384);
	for (size_t i = 0; i < b.n / 8; i++)
		((size_t *)b.there)[i] = i * 3;
	drop(&b, 0, 16384);
	fetch(&b, 0, 16384);
	EQUAL(absent(&b), 0);
	EQUAL(memcmp(b.host, b.there, b.n), 0);
	EQUAL(written(&b, NULL, 0), 0);
	EQUAL(counts().faults, 0);
	EQUAL(counts().fetch_bytes, b.n);
	EQUAL(counts().dropped_bytes, b.n);
	EQUAL(counts().reads, b.device->reads);
	/* mostly a MiB each, less at the beginning of each step, of which there may be 16 */
	CHECK(b.device->reads <= 128, "%lu", b.device->reads);
	fetch(&b, 0, 16384); /* nothing to do */
	EQUAL(counts().fetch_bytes, b.n);
	end_block(&b);
}

/* Holes are read over, and keep what the host wrote. */
SCENARIO(fetch_of_alternating_pages)
{
	struct block b = new_block(new_device(256 * KIB), 1024);
	memset(b.host, 1, b.n);
	memset(b.there, 2, b.n);
	for (int i = 0; i < 1024; i += 2)
		drop(&b, i, i + 1);
	EQUAL(absent(&b), 512);
	fetch(&b, 0, 1024);
	for (int i = 0; i < 1024; i++)
		CHECK(all_are(b.host + i * PAGE, PAGE, i % 2 ? 1 : 2), "page %d", i);
	CHECK(b.device->reads <= 32, "%lu", b.device->reads);
	end_block(&b);
}

SCENARIO(retarget)
{
	struct block b = new_block(new_device(MIB), 32);
	struct device *other = new_device(128 * KIB);
	char *copy = malloc(b.n + 100 * PAGE);
	memset(copy, 3, b.n + 100 * PAGE);
	memset(b.there, 3, b.n);
	b.host[0] = 8;
	drop(&b, 8, 32);
	struct omp2cl_source s = {.reader = &other->reader, .mem = copy, .off = 50 * PAGE};
	EQUAL(omp2cl_pages_retarget(b.object, at(&b, 0), at(&b, 20), &s), 0);
	EQUAL(absent(&b), 24);
	memset(b.there, 0, 20 * PAGE);
	CHECK(all_are(b.host + 8 * PAGE, 24 * PAGE, 3));
	EQUAL(b.host[0], 8);
	EQUAL(other->bytes, 12 * PAGE);
	EQUAL(b.device->bytes, 12 * PAGE);
	free(copy);
	end_block(&b);
}

/* A source's offset is of the object's lo, also where the buffer begins later. */
SCENARIO(offset_below_zero)
{
	struct block b = new_block(new_device(MIB), 32);
	for (size_t i = 0; i < 32; i++)
		memset(b.there + i * PAGE, (int)i + 1, PAGE);
	b.source.off = -(uint64_t)(10 * PAGE);
	drop(&b, 10, 20);
	for (size_t i = 10; i < 20; i++)
		EQUAL(b.host[i * PAGE], i - 9);
	end_block(&b);
}

SCENARIO(many_sources)
{
	struct block b = new_block(new_device(MIB), 300);
	char *copies = malloc(400 * PAGE);
	for (int i = 0; i < 300; i++) {
		memset(copies + i * PAGE, i % 100 + 1, PAGE);
		struct omp2cl_source s = {.reader = &b.device->reader, .mem = copies, .off = 0, .after = (void *)(long)(i + 1)};
		int r = omp2cl_pages_drop(b.object, at(&b, i), at(&b, i + 1), &s);
		EQUAL(r, i < 253 ? 0 : -ENOSPC);
	}
	EQUAL(absent(&b), 253);
	for (int i = 0; i < 253; i++)
		EQUAL(b.host[i * PAGE], i % 100 + 1);
	drop(&b, 0, 300); /* the places are free again */
	EQUAL(b.host[299 * PAGE], 0);
	end_block(&b);
}

SCENARIO(dropped_again_and_again)
{
	struct block b = new_block(new_device(MIB), 256);
	for (int round = 1; round < 60; round++) {
		memset(b.there, round, b.n);
		drop(&b, 0, 256);
		if (round % 3 == 0)
			drop(&b, 10, 200);
		if (round % 4 == 0)
			fetch(&b, 0, 256);
		CHECK(all_are(b.host, b.n, round), "round %d", round);
		EQUAL(written(&b, NULL, 0), 0);
	}
	end_block(&b);
}

SCENARIO(what_add_refuses)
{
	struct block b = new_block(new_device(MIB), 16);
	int why;
	CHECK(!omp2cl_pages_add(at(&b, 4), at(&b, 8), at(&b, 8), 0, &why));
	EQUAL(why, EEXIST);
	CHECK(!omp2cl_pages_add(at(&b, 15), at(&b, 17), at(&b, 17), 0, &why));
	EQUAL(why, EEXIST);
	CHECK(!omp2cl_pages_add(at(&b, 16) + 1, at(&b, 17), at(&b, 17), 0, &why));
	EQUAL(why, EINVAL);
	CHECK(!omp2cl_pages_add(at(&b, 17), at(&b, 17), at(&b, 17), 0, &why));
	EQUAL(why, EINVAL);
	EQUAL(omp2cl_pages_kind(b.object), 7);
	EQUAL(omp2cl_pages_extent(b.object).hi, at(&b, 16));
	b.host[0] = 1; /* the failures left the object tracked */
	protect(&b, 0, 16);
	b.host[3 * PAGE] = 1;
	CHECK(written_near(&b, 3));
	end_block(&b);
}

/* A page that came from a file is no page that could be made absent under
 * userfaultfd; the refusal leaves it as it was. */
SCENARIO(private_file_mapping)
{
	size_t n = 16 * PAGE;
	struct device *d = new_device(MIB);
	char *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE, open("/proc/self/exe", O_RDONLY), 0);
	struct block b = {.host = p, .n = n, .device = d, .there = malloc(n)};
	int why = 0;
	memset(b.there, 5, n);
	b.source = (struct omp2cl_source){.reader = &d->reader, .mem = b.there};
	b.object = omp2cl_pages_add(at(&b, 0), at(&b, 16), at(&b, 16), 0, &why);
	if (!b.object) {
		EQUAL(why, EINVAL);
		EQUAL(rung(), OMP2CL_RUNG_WP);
		return;
	}
	protect(&b, 0, 16);
	p[3 * PAGE] = 9;
	char pages[16];
	written(&b, pages, 1);
	EQUAL(pages[3], 1);
	int r = omp2cl_pages_drop(b.object, at(&b, 0), at(&b, 16), &b.source);
	EQUAL(r, exact() ? -EINVAL : 0);
	EQUAL(p[3 * PAGE], r ? 9 : 5);
	EQUAL(p[1], r ? 'E' : 5);
	omp2cl_pages_remove(b.object);
}

SCENARIO(removed_memory_is_plain)
{
	struct block b = new_block(new_device(MIB), 64);
	memset(b.host, 1, b.n);
	protect(&b, 0, 64);
	drop(&b, 0, 32);
	omp2cl_pages_remove(b.object);
	uint64_t before = counts().faults;
	memset(b.host, 2, b.n);
	CHECK(all_are(b.host, b.n, 2));
	EQUAL(counts().faults, before);
	int why;
	b.object = omp2cl_pages_add(at(&b, 0), at(&b, 64), at(&b, 64), 0, &why);
	CHECK(b.object);
	EQUAL(absent(&b), 0);
	CHECK(all_are(b.host, b.n, 2));
	EQUAL(written(&b, NULL, 0), 64);
	end_block(&b);
}

SCENARIO(huge_pages)
{
	struct device *d = new_device(MIB);
	size_t n = 16 * MIB;
	char *raw = mmap(NULL, n + 2 * MIB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *p = (char *)(((uintptr_t)raw + 2 * MIB - 1) & ~(2 * MIB - 1));
	madvise(p, n, MADV_HUGEPAGE);
	memset(p, 1, n);
	int why;
	struct block b = {.host = p, .n = n, .device = d, .there = malloc(n)};
	b.source = (struct omp2cl_source){.reader = &d->reader, .mem = b.there};
	b.object = omp2cl_pages_add(at(&b, 0), at(&b, n / PAGE), at(&b, n / PAGE), 0, &why);
	CHECK(b.object, "%s", strerror(why));
	memset(b.there, 2, n);
	protect(&b, 0, n / PAGE);
	EQUAL(written(&b, NULL, 0), 0);
	p[5 * MIB] = 3;
	size_t found = written(&b, NULL, 1);
	CHECK(found >= 1 && found <= 512, "%zu", found);
	drop(&b, 100, n / PAGE - 100);
	CHECK(all_are(p, 100 * PAGE, 1) && all_are(p + 100 * PAGE, n - 200 * PAGE, 2));
	CHECK(all_are(p + n - 100 * PAGE, 100 * PAGE, 1));
	EQUAL(written(&b, NULL, 0), 0);
	omp2cl_pages_remove(b.object);
}

static double block_in_bss[3 * PAGE / 8 + 100 * PAGE / 8];

SCENARIO(bss)
{
	struct device *d = new_device(MIB);
	uintptr_t lo = ((uintptr_t)block_in_bss + PAGE - 1) & ~(PAGE - 1);
	struct block b = {.host = (char *)lo, .n = 100 * PAGE, .device = d, .there = malloc(100 * PAGE)};
	b.source = (struct omp2cl_source){.reader = &d->reader, .mem = b.there};
	int why;
	b.object = omp2cl_pages_add(lo, lo + b.n, lo + b.n, 0, &why);
	CHECK(b.object, "%s", strerror(why));
	memset(b.there, 2, b.n);
	drop(&b, 0, 100);
	CHECK(all_are(b.host, b.n, 2));
	omp2cl_pages_remove(b.object);
}

SCENARIO(counters_and_events)
{
	struct block b = new_block(new_device(MIB), 1024);
	struct omp2cl_pages_event e[64];
	uint64_t lost = 0;
	EQUAL(omp2cl_pages_events(e, 64, &lost), 0);
	double before = seconds();
	drop(&b, 0, 1024);
	EQUAL(b.host[512 * PAGE], 0);
	fetch(&b, 0, 1024);
	int n = omp2cl_pages_events(e, 64, &lost);
	CHECK(n >= 2, "%d", n);
	EQUAL(lost, 0);
	EQUAL(e[0].kind, OMP2CL_PAGES_FAULT);
	EQUAL(e[0].address, at(&b, 512));
	EQUAL(e[0].bytes, 64 * KIB);
	CHECK(e[0].object == b.object);
	CHECK(e[0].start_ns >= before * 1e9 && e[0].end_ns > e[0].start_ns && e[0].end_ns <= seconds() * 1e9);
	EQUAL(e[n - 1].kind, OMP2CL_PAGES_FETCH);
	EQUAL(omp2cl_pages_events(e, 64, &lost), 0);
	for (int i = 0; i < 20000; i++) {
		drop(&b, 7, 8);
		fetch(&b, 7, 8);
	}
	n = omp2cl_pages_events(e, 64, &lost);
	EQUAL(n, 64);
	EQUAL(lost, 20000 - 16384);
	end_block(&b);
}

SCENARIO(a_second_start_is_the_first)
{
	char why[10] = "x";
	EQUAL(omp2cl_pages_start(OMP2CL_RUNG_AUTO, why, sizeof why), rung());
	EQUAL(why[0], 0);
}

/* Locked memory cannot be discarded: the drop is refused, and nothing is lost, not
 * even behind the copy. */
SCENARIO(locked_memory)
{
	struct block b = new_block(new_device(MIB), 32);
	memset(b.host, 1, b.n);
	EQUAL(omp2cl_pages_set_end(b.object, at(&b, 31) + 100), 0);
	EQUAL(syscall(SYS_mlock, b.host, b.n), 0); /* sanitizers make mlock do nothing */
	int r = omp2cl_pages_drop(b.object, at(&b, 0), at(&b, 32), &b.source);
	EQUAL(r, rung() == OMP2CL_RUNG_MPROTECT ? 0 : -EINVAL);
	EQUAL(absent(&b), r ? 0 : 32);
	CHECK(all_are(b.host + 31 * PAGE + 100, PAGE - 100, 1));
	if (r)
		CHECK(all_are(b.host, b.n, 1));
	syscall(SYS_munlock, b.host, b.n);
	drop(&b, 0, 32);
	CHECK(all_are(b.host, 31 * PAGE + 100, 0) && all_are(b.host + 31 * PAGE + 100, PAGE - 100, 1));
	end_block(&b);
}
