#define _GNU_SOURCE
#include "store.h"

#include <string.h>

#include "kernel.h"
#include "lock.h"

/* Sizes up to LARGE come in powers of two from chunks that are never given back;
 * larger ones are mappings of their own. */
enum { SMALLEST_SHIFT = 6, LARGE_SHIFT = 16, CLASSES = LARGE_SHIFT - SMALLEST_SHIFT + 1 };
static const size_t CHUNK = 1 << 20;

struct spare {
	struct spare *next;
};

static struct {
	struct lock lock;
	struct spare *spare[CLASSES];
	char *fresh, *fresh_end;
} store;

static int class_of(size_t n)
{
	int c = 0;
	while (((size_t)1 << (c + SMALLEST_SHIFT)) < n)
		c++;
	return c;
}

/* What is left of the old chunk is smaller than one piece, and is left behind. */
static void *fresh_piece(size_t size)
{
	if ((size_t)(store.fresh_end - store.fresh) < size) {
		char *chunk = k_map(CHUNK);
		if (!chunk)
			return NULL;
		store.fresh = chunk;
		store.fresh_end = chunk + CHUNK;
	}
	void *p = store.fresh;
	store.fresh += size;
	return p;
}

void *omp2cl_pt_alloc(size_t n)
{
	int c = class_of(n);
	if (c >= CLASSES) /* with its pages: to write one that was read first interrupts all processors */
		return k_map_with((n + PAGE - 1) & ~(PAGE - 1), MAP_POPULATE);
	uint64_t mask = omp2cl_pt_quiet();
	omp2cl_pt_take(&store.lock);
	struct spare *p = store.spare[c];
	if (p)
		store.spare[c] = p->next;
	else
		p = fresh_piece((size_t)1 << (c + SMALLEST_SHIFT));
	omp2cl_pt_give(&store.lock);
	omp2cl_pt_unquiet(mask);
	if (p)
		memset(p, 0, n);
	return p;
}

void omp2cl_pt_free(void *p, size_t n)
{
	if (!p)
		return;
	int c = class_of(n);
	if (c >= CLASSES) {
		k_unmap(p, (n + PAGE - 1) & ~(PAGE - 1));
		return;
	}
	struct spare *s = p;
	uint64_t mask = omp2cl_pt_quiet();
	omp2cl_pt_take(&store.lock);
	s->next = store.spare[c];
	store.spare[c] = s;
	omp2cl_pt_give(&store.lock);
	omp2cl_pt_unquiet(mask);
}
