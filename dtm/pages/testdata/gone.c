/* gone.c - memory that is freed, unmapped, discarded or mapped anew. */
#include "rig.h"

SCENARIO(gone_wholly)
{
	struct block b = new_block(new_device(MIB), 64);
	struct omp2cl_pages_range r[1];
	memset(b.there, 5, b.n);
	drop(&b, 0, 64);
	uint64_t before = omp2cl_pages_deaths();
	omp2cl_pages_gone(at(&b, 0) - PAGE, at(&b, 0)); /* the neighbour */
	EQUAL(omp2cl_pages_dead(b.object), 0);
	EQUAL(omp2cl_pages_deaths(), before);
	omp2cl_pages_gone(at(&b, 0), at(&b, 64));
	EQUAL(omp2cl_pages_dead(b.object), 1);
	EQUAL(omp2cl_pages_deaths(), before + 1);
	EQUAL(absent(&b), 0);
	memset(b.host, 7, b.n); /* reused */
	EQUAL(b.device->reads, 0);
	EQUAL(counts().faults, 0);
	EQUAL(omp2cl_pages_drop(b.object, at(&b, 0), at(&b, 64), &b.source), -ESRCH);
	EQUAL(omp2cl_pages_protect(b.object, at(&b, 0), at(&b, 64)), -ESRCH);
	EQUAL(omp2cl_pages_written(b.object, at(&b, 0), at(&b, 64), r, 1, 0), -ESRCH);
	EQUAL(omp2cl_pages_fetch(b.object, at(&b, 0), at(&b, 64)), -ESRCH);
	EQUAL(omp2cl_pages_absent(b.object, at(&b, 0), at(&b, 64), r, 1), -ESRCH);
	int why;
	omp2cl_pages_object *old = b.object;
	b.object = omp2cl_pages_add(at(&b, 0), at(&b, 64), at(&b, 64), 0, &why); /* the address, used again */
	CHECK(b.object && b.object != old);
	EQUAL(b.host[5], 7);
	drop(&b, 0, 64);
	omp2cl_pages_remove(old);
	EQUAL(b.host[5], 5);
	end_block(&b);
}

SCENARIO(gone_in_part)
{
	struct block b = new_block(new_device(MIB), 64);
	char pages[64];
	memset(b.host, 1, b.n);
	memset(b.there, 5, b.n);
	protect(&b, 0, 64);
	drop(&b, 0, 32);
	uint64_t before = omp2cl_pages_deaths();
	omp2cl_pages_gone(at(&b, 24), at(&b, 40) + 5); /* page 40 is still in use */
	madvise(b.host + 24 * PAGE, 16 * PAGE, MADV_DONTNEED);
	EQUAL(omp2cl_pages_deaths(), before + 1);
	EQUAL(omp2cl_pages_dead(b.object), 0);
	EQUAL(absent(&b), 24);
	EQUAL(written(&b, pages, 0), 16);
	for (int i = 0; i < 64; i++)
		EQUAL(pages[i], i >= 24 && i < 40);
	EQUAL(b.host[30 * PAGE], 0);
	EQUAL(b.host[39 * PAGE], 0);
	EQUAL(b.host[23 * PAGE], 5);
	EQUAL(b.host[40 * PAGE], 1);
	end_block(&b);
}

/* The program unmaps a part and maps something else there. */
SCENARIO(unmapped_in_part)
{
	struct block b = new_block(new_device(MIB), 64);
	memset(b.there, 5, b.n);
	drop(&b, 0, 64);
	omp2cl_pages_gone(at(&b, 32), at(&b, 64));
	munmap(b.host + 32 * PAGE, 32 * PAGE);
	char *p = mmap(b.host + 48 * PAGE, 16 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	CHECK(p == b.host + 48 * PAGE);
	memset(p, 9, 16 * PAGE);
	EQUAL(absent(&b), 32);
	char pages[64];
	written(&b, pages, 1);
	EQUAL(pages[50], 1);
	EQUAL(pages[10], 0);
	fetch(&b, 0, 64);
	EQUAL(b.host[31 * PAGE], 5);
	EQUAL(p[0], 9);
	omp2cl_pages_remove(b.object);
	p[0] = 1;
}

SCENARIO(discarded_behind_our_back)
{
	struct block b = new_block(new_device(MIB), 64);
	memset(b.host, 1, b.n);
	protect(&b, 0, 64);
	madvise(b.host + 8 * PAGE, 4 * PAGE, MADV_DONTNEED);
	char pages[64];
	EQUAL(written(&b, pages, 0), 4);
	for (int i = 0; i < 64; i++)
		EQUAL(pages[i], i >= 8 && i < 12);
	if (rung() != OMP2CL_RUNG_MPROTECT) /* which sees it only until they are touched */
		for (int i = 8; i < 12; i++)
			EQUAL(b.host[i * PAGE], 0);
	CHECK(written(&b, pages, 1) >= 4);
	CHECK(pages[8] && pages[11] && !pages[12 + 16]);
	EQUAL(written(&b, pages, 0), rung() == OMP2CL_RUNG_WP ? written(&b, pages, 0) : 0);
	EQUAL(b.host[9 * PAGE], 0);
	/* the same after the object had absent pages */
	memset(b.there, 5, b.n);
	drop(&b, 0, 64);
	fetch(&b, 0, 64);
	madvise(b.host + 20 * PAGE, PAGE, MADV_DONTNEED);
	EQUAL(written(&b, pages, 0), 1);
	EQUAL(pages[20], 1);
	EQUAL(b.host[20 * PAGE], 0);
	EQUAL(b.host[21 * PAGE], 5);
	b.host[20 * PAGE] = 3;
	CHECK(written(&b, pages, 0) >= 1);
	EQUAL(pages[20], 1);
	end_block(&b);
}

/* Mapped over without a word: what is there is the program's, and counts as written. */
SCENARIO(mapped_anew_behind_our_back)
{
	if (!exact())
		return;
	struct block b = new_block(new_device(MIB), 64);
	char pages[64];
	memset(b.host, 1, b.n);
	memset(b.there, 5, b.n);
	protect(&b, 0, 64);
	drop(&b, 0, 16);
	b.host[60 * PAGE] = 2;
	mmap(b.host + 8 * PAGE, 16 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	memset(b.host + 8 * PAGE, 9, 16 * PAGE);
	written(&b, pages, 1);
	for (int i = 16; i < 24; i++)
		EQUAL(pages[i], 1);
	EQUAL(pages[60], 1);
	fetch(&b, 0, 16);
	EQUAL(b.host[0], 5);
	EQUAL(b.host[8 * PAGE], 9);
	written(&b, pages, 1);
	EQUAL(pages[8], 1);
	EQUAL(written(&b, pages, 1), 0); /* tracked again */
	b.host[20 * PAGE] = 1;
	EQUAL(written(&b, pages, 1), 1);
	drop(&b, 0, 64);
	EQUAL(b.host[20 * PAGE], 5);
	end_block(&b);
}

/* Blocks die and are reused while other threads are fetching other ones. */
static atomic_int stop;

static void *touch_all(void *arg)
{
	struct block *b = arg;
	for (uint32_t seed = 1; !stop;) {
		drop(b, 0, b->n / PAGE);
		for (size_t i = 0; i < b->n / PAGE; i += random_below(&seed, 4) + 1)
			EQUAL(b->host[i * PAGE], 5);
	}
	return NULL;
}

SCENARIO(gone_while_others_fetch)
{
	struct device *d = new_device(64 * KIB);
	struct block other = new_block(d, 512);
	pthread_t t;
	memset(other.there, 5, other.n);
	pthread_create(&t, NULL, touch_all, &other);
	double until = seconds() + patience();
	for (int round = 0; seconds() < until; round++) {
		struct block b = new_block(d, 64);
		memset(b.there, 6, b.n);
		drop(&b, 0, 64);
		if (round % 2)
			EQUAL(b.host[round % 64 * PAGE], 6);
		omp2cl_pages_gone(at(&b, 0), at(&b, 64));
		if (round % 3 == 0)
			memset(b.host, 1, b.n);
		end_block(&b);
	}
	stop = 1;
	pthread_join(t, NULL);
	end_block(&other);
}

SCENARIO(a_hundred_thousand_objects)
{
	enum { N = 100000, EACH = 2 };
	struct device *d = new_device(MIB);
	char *p = mmap(NULL, N * EACH * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	omp2cl_pages_object **o = malloc(N * sizeof *o);
	char there[EACH * PAGE];
	int why;
	memset(there, 5, sizeof there);
	struct omp2cl_source s = {.reader = &d->reader, .mem = there};
	for (size_t i = 0; i < N; i++) {
		size_t k = i * 7919 % N;
		uintptr_t lo = (uintptr_t)p + k * EACH * PAGE;
		o[k] = omp2cl_pages_add(lo, lo + EACH * PAGE, lo + EACH * PAGE, 0, &why);
		if (!o[k] && why == ENOMEM)
			return; /* no mappings left: told, nothing lost */
		CHECK(o[k], "%zu: %s", i, strerror(why));
	}
	for (size_t k = 0; k < N; k += 1000) {
		uintptr_t lo = (uintptr_t)p + k * EACH * PAGE;
		EQUAL(omp2cl_pages_drop(o[k], lo, lo + EACH * PAGE, &s), 0);
	}
	for (size_t k = 0; k < N; k += 1000)
		EQUAL(p[k * EACH * PAGE + PAGE], 5);
	for (size_t k = 0; k < N; k++)
		omp2cl_pages_remove(o[k * 31 % N]);
	p[0] = 1;
}
