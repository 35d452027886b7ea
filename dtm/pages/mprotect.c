/* mprotect.c - the rung on page protection: absent pages cannot be accessed, clean
 * ones not written. Pages are filled through /proc/self/mem, so that no other
 * thread sees one half filled.
 *
 * A change of protection may need more mappings than the kernel allows (ENOMEM).
 * Nothing is lost then: pages stay as accessible as they were or become less so,
 * never more; where a touch is denied that finer tracking would have let through,
 * the service opens the whole object (coarse). */
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>

#include "service.h"

enum { ENTRIES = 512 };

static int memory = -1, pagemap = -1;

/* Mappings in reserve, which go when the process has no more of them: then memory can
 * still be made accessible, which may divide one. */
enum { RESERVE = 16 };
static uintptr_t reserve;

static void make_reserve(void)
{
	uintptr_t at = (uintptr_t)k_map(RESERVE * PAGE);
	for (size_t i = 1; at && i < RESERVE; i += 2)
		k_protect(at + i * PAGE, at + (i + 1) * PAGE, PROT_NONE);
	__atomic_store_n(&reserve, at, __ATOMIC_RELEASE);
}

static int use_reserve(void)
{
	uintptr_t at = __atomic_exchange_n(&reserve, 0, __ATOMIC_ACQ_REL);
	if (at)
		k_unmap((void *)at, RESERVE * PAGE);
	return at != 0;
}

static long open_pages(uintptr_t lo, uintptr_t hi)
{
	long r = k_protect(lo, hi, PROT_READ | PROT_WRITE);
	return r == -ENOMEM && use_reserve() ? k_protect(lo, hi, PROT_READ | PROT_WRITE) : r;
}

static void close_all(void)
{
	use_reserve();
	omp2cl_pt_segv_uninstall();
	omp2cl_pt_let_go(&memory);
	omp2cl_pt_let_go(&pagemap);
}

static int open_all(const char **step)
{
	*step = "/proc/self/mem";
	long r = memory = (int)omp2cl_pt_keep(k_open("/proc/self/mem", O_RDWR | O_CLOEXEC));
	if (r >= 0) {
		*step = "/proc/self/pagemap";
		r = pagemap = (int)omp2cl_pt_keep(k_open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC));
	}
	if (r >= 0) {
		*step = "sigaction";
		r = omp2cl_pt_segv_install();
	}
	if (r < 0)
		close_all();
	else
		make_reserve();
	return r < 0 ? (int)r : 0;
}

/* Makes memory accessible; where a part is not mapped any more, the rest. */
static void open_range(uintptr_t lo, uintptr_t hi)
{
	if (open_pages(lo, hi) == 0 || hi - lo <= PAGE)
		return;
	uintptr_t half = lo + (((hi - lo) / 2 + PAGE - 1) & ~(PAGE - 1));
	open_range(lo, half);
	open_range(half, hi);
}

static int adopt(object *o)
{
	memset(o->state, HOME_WRITTEN, pages_of(o));
	return 0;
}

static void release(object *o)
{
	open_range(o->lo, o->hi);
}

/* The pages get memory, if only the kernel's page of zeros, so that one without
 * is known to have been discarded. */
static void protect_run(object *o, size_t lo, size_t hi)
{
	if (k_protect(address_of(o, lo), address_of(o, hi), PROT_READ) < 0) {
		o->coarse = 1; /* a part may have been protected */
		return;
	}
	k_advise(address_of(o, lo), address_of(o, hi), MADV_POPULATE_READ);
	omp2cl_pt_set(o, lo, hi, HOME);
}

static int protect(object *o, size_t lo, size_t hi)
{
	for (struct span s = {lo, lo};;) {
		s = omp2cl_pt_home_run(o, s.hi, hi);
		if (s.lo == s.hi)
			return 0;
		protect_run(o, s.lo, s.hi);
	}
}

static void collect_discarded(object *o, size_t lo, size_t hi, struct collector *c, int again)
{
	uint64_t entries[ENTRIES];
	for (size_t at = lo; at < hi;) {
		size_t n = hi - at < ENTRIES ? hi - at : ENTRIES;
		long r = k_pread(pagemap, entries, n * 8, (address_of(o, at) >> PAGE_SHIFT) * 8);
		for (size_t i = 0; i < n; i++)
			if (r < (long)(8 * i + 8) || !(entries[i] >> 62))
				omp2cl_pt_collect(c, address_of(o, at + i), address_of(o, at + i + 1));
		if (again)
			k_advise(address_of(o, at), address_of(o, at + n), MADV_POPULATE_READ);
		at += n;
	}
}

static int written(object *o, size_t lo, size_t hi, struct collector *c, int again)
{
	for (size_t at = lo; at < hi;) {
		size_t until = omp2cl_pt_same_until(o, at, hi);
		if (o->state[at] == HOME_WRITTEN) {
			omp2cl_pt_collect(c, address_of(o, at), address_of(o, until));
			if (again)
				protect_run(o, at, until);
		} else if (o->state[at] == HOME) {
			collect_discarded(o, at, until, c, again);
		}
		at = until;
	}
	return 0;
}

static int drop(object *o, size_t lo, size_t hi, uint8_t state)
{
	long r = k_protect(address_of(o, lo), address_of(o, hi), PROT_NONE);
	if (r < 0) {
		o->coarse = 1;
		r = k_protect(o->lo, o->hi, PROT_NONE);
	}
	if (r < 0)
		return (int)r;
	if (omp2cl_pt_has_fringe(o, lo, hi)) { /* nobody can write it any more */
		r = k_pread(memory, o->fringe, PAGE, address_of(o, hi - 1));
		if (r != (long)PAGE) {
			o->coarse = 1;
			return r < 0 ? (int)r : -EIO;
		}
	}
	omp2cl_pt_set(o, lo, hi, state);
	return 0;
}

static int fill(object *o, size_t lo, size_t hi, const void *from)
{
	uintptr_t to = address_of(o, lo);
	const char *bytes = from;
	for (size_t n = (hi - lo) << PAGE_SHIFT; n > 0;) {
		long r = k_pwrite(memory, bytes, n, to);
		if (r == -EINTR)
			continue;
		if (r <= 0)
			return r < 0 ? (int)r : -EFAULT;
		to += (size_t)r;
		bytes += r;
		n -= (size_t)r;
	}
	return 0;
}

static int settle(object *o, size_t lo, size_t hi)
{
	long r = k_protect(address_of(o, lo), address_of(o, hi), PROT_READ);
	if (r < 0)
		o->coarse = 1;
	return (int)r;
}

static int unlock(object *o, size_t lo, size_t hi)
{
	long r = open_pages(address_of(o, lo), address_of(o, hi));
	if (r == 0)
		omp2cl_pt_set(o, lo, hi, HOME_WRITTEN);
	return (int)r;
}

static void abandon(object *o, size_t lo, size_t hi)
{
	if (open_pages(address_of(o, lo), address_of(o, hi)) < 0)
		o->coarse = 1;
	omp2cl_pt_set(o, lo, hi, HOME_WRITTEN);
}

/* A comparison, or an atomic addition of 0, by the kernel: fails exactly where the
 * program's read or write would. */
int omp2cl_pt_is_accessible(uintptr_t address, int write)
{
	static uint32_t nobody;
	struct timespec none = {0, 0};
	if (!write)
		return k_call(SYS_futex, (long)(address & ~(PAGE - 1)), FUTEX_WAIT_PRIVATE, 0, (long)&none, 0, 0) != -EFAULT;
	return k_call(SYS_futex, (long)&nobody, FUTEX_WAKE_OP_PRIVATE, 0, 0, (long)(address & ~(PAGE - 1)),
		      FUTEX_OP(FUTEX_OP_ADD, 0, FUTEX_OP_CMP_EQ, 0)) >= 0;
}

const struct rung omp2cl_pt_mprotect = {
	open_all, close_all, adopt, release, protect, written, drop, fill, settle, unlock, abandon, 2, NULL,
};
