/* parts.c - counts what came home of an object: pages that adjoin are one part, in
 * whatever pieces and by whomever's touches they came, as the pieces of one transfer
 * are one. */
#define _GNU_SOURCE
#include "service.h"

static int adjoin(struct span a, struct span b)
{
	return a.lo <= b.hi && b.lo <= a.hi;
}

/* Beyond MOST_PARTS the part known longest is forgotten, and what adjoins it counts
 * as new. */
int omp2cl_pt_parts_add(struct parts *p, size_t lo, size_t hi)
{
	struct span s = {lo, hi};
	unsigned kept = 0;
	int change = 1;
	for (unsigned i = 0; i < p->n; i++) {
		if (!adjoin(p->part[i], s)) {
			p->part[kept++] = p->part[i];
			continue;
		}
		if (p->part[i].lo < s.lo)
			s.lo = p->part[i].lo;
		if (p->part[i].hi > s.hi)
			s.hi = p->part[i].hi;
		change--;
	}
	if (kept == MOST_PARTS) {
		kept--;
		for (unsigned i = 0; i < kept; i++)
			p->part[i] = p->part[i + 1];
	}
	p->part[kept] = s;
	p->n = kept + 1;
	return change;
}
