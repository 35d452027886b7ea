/* memreader.h - a reader of host memory; see memreader.go. */
#ifndef OMP2CL_PAGES_MEMREADER_H
#define OMP2CL_PAGES_MEMREADER_H

#include "pages.h"

enum { MEMREADER_SLOTS = 4 };

struct memreader {
	struct omp2cl_reader reader;
	void *slots[MEMREADER_SLOTS];
	void *memory;
	size_t size;
	int code; /* atomic: what reads fail with */
};

struct memreader *memreader_new(size_t n, size_t slot_size);
void memreader_fail(struct memreader *, int code);

#endif
