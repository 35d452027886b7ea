/* index.c - which object is where: a treap ordered by address, under one lock that
 * is never held over a system call. */
#define _GNU_SOURCE
#include "object.h"

struct lock omp2cl_pt_index_lock;
static object *root;
static uint32_t seed = 2463534242u;

/* Every object lies within these. Atomic; they shrink only when none is left. */
static uintptr_t lowest = UINTPTR_MAX, highest;

static uint32_t next_random(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return seed;
}

/* Splits by address: objects below go to *below, the others to *above. */
static void split(object *o, uintptr_t at, object **below, object **above)
{
	while (o) {
		if (o->lo < at) {
			*below = o;
			below = &o->right;
			o = o->right;
		} else {
			*above = o;
			above = &o->left;
			o = o->left;
		}
	}
	*below = *above = NULL;
}

static object *at_or_after(uintptr_t address)
{
	object *found = NULL;
	for (object *o = root; o;) {
		if (o->hi > address) {
			found = o;
			o = o->left;
		} else {
			o = o->right;
		}
	}
	return found;
}

static void insert(object *o)
{
	object **at = &root;
	o->priority = next_random();
	while (*at && (*at)->priority >= o->priority)
		at = o->lo < (*at)->lo ? &(*at)->left : &(*at)->right;
	split(*at, o->lo, &o->left, &o->right);
	*at = o;
}

static void erase(object *o)
{
	object **at = &root;
	while (*at != o)
		at = o->lo < (*at)->lo ? &(*at)->left : &(*at)->right;
	object *l = o->left, *r = o->right;
	while (l && r) {
		if (l->priority >= r->priority) {
			*at = l;
			at = &l->right;
			l = l->right;
		} else {
			*at = r;
			at = &r->left;
			r = r->left;
		}
	}
	*at = l ? l : r;
	o->left = o->right = NULL;
}

static void widen(const object *o)
{
	if (o->lo < lowest)
		__atomic_store_n(&lowest, o->lo, __ATOMIC_SEQ_CST);
	if (o->hi > highest)
		__atomic_store_n(&highest, o->hi, __ATOMIC_SEQ_CST);
}

int omp2cl_pt_index_add(object *o)
{
	uint64_t mask = omp2cl_pt_quiet();
	omp2cl_pt_take(&omp2cl_pt_index_lock);
	object *other = at_or_after(o->lo);
	int free = !other || other->lo >= o->hi;
	if (free) {
		widen(o);
		insert(o);
	}
	omp2cl_pt_give(&omp2cl_pt_index_lock);
	omp2cl_pt_unquiet(mask);
	return free ? 0 : -EEXIST;
}

void omp2cl_pt_index_remove(object *o)
{
	uint64_t mask = omp2cl_pt_quiet();
	omp2cl_pt_take(&omp2cl_pt_index_lock);
	erase(o);
	__atomic_add_fetch(&o->serial, 1, __ATOMIC_SEQ_CST);
	if (!root) {
		__atomic_store_n(&lowest, UINTPTR_MAX, __ATOMIC_SEQ_CST);
		__atomic_store_n(&highest, 0, __ATOMIC_SEQ_CST);
	}
	omp2cl_pt_give(&omp2cl_pt_index_lock);
	omp2cl_pt_unquiet(mask);
}

object *omp2cl_pt_index_find(uintptr_t lo, uintptr_t hi, uint32_t *serial)
{
	uint64_t mask = omp2cl_pt_quiet();
	omp2cl_pt_take(&omp2cl_pt_index_lock);
	object *o = at_or_after(lo);
	if (o && o->lo >= hi)
		o = NULL;
	if (o)
		*serial = __atomic_load_n(&o->serial, __ATOMIC_SEQ_CST);
	omp2cl_pt_give(&omp2cl_pt_index_lock);
	omp2cl_pt_unquiet(mask);
	return o;
}

int omp2cl_pt_index_may_overlap(uintptr_t lo, uintptr_t hi)
{
	return hi > __atomic_load_n(&lowest, __ATOMIC_SEQ_CST) && lo < __atomic_load_n(&highest, __ATOMIC_SEQ_CST);
}

static void each(object *o, void (*visit)(object *))
{
	for (; o; o = o->right) {
		each(o->left, visit);
		visit(o);
	}
}

void omp2cl_pt_index_each(void (*visit)(object *))
{
	each(root, visit);
}

void omp2cl_pt_index_forget(void)
{
	root = NULL;
	lowest = UINTPTR_MAX;
	highest = 0;
	omp2cl_pt_index_lock = (struct lock){0, 0};
}

int omp2cl_pt_enter(object *o, uint32_t serial)
{
	omp2cl_pt_take(&o->lock);
	if (__atomic_load_n(&o->serial, __ATOMIC_SEQ_CST) == serial)
		return 0;
	omp2cl_pt_give(&o->lock);
	return -ESRCH;
}
