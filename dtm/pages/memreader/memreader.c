#include "memreader.h"

#include <stdlib.h>
#include <string.h>

static int start_read(void *self, unsigned s, void *mem, uint64_t off, size_t n, void *after)
{
	struct memreader *d = self;
	(void)after;
	memcpy(d->slots[s], (char *)mem + off, n);
	return 0;
}

static int finish_read(void *self, unsigned s)
{
	struct memreader *d = self;
	(void)s;
	return __atomic_load_n(&d->code, __ATOMIC_RELAXED);
}

struct memreader *memreader_new(size_t n, size_t slot_size)
{
	struct memreader *d = calloc(1, sizeof *d);
	if (!d || !(d->memory = calloc(1, n)))
		abort();
	d->size = n;
	for (int s = 0; s < MEMREADER_SLOTS; s++)
		if (!(d->slots[s] = malloc(slot_size)))
			abort();
	d->reader = (struct omp2cl_reader){d, MEMREADER_SLOTS, slot_size, d->slots, start_read, finish_read};
	return d;
}

void memreader_fail(struct memreader *d, int code)
{
	__atomic_store_n(&d->code, code, __ATOMIC_RELAXED);
}
