/* segv.c - the handler of SIGSEGV of the mprotect rung, and the handlers behind it.
 *
 * Faults that are not ours go to the handler that was there before, the way the
 * kernel would have called it. Where a handler was installed over ours without our
 * knowing, it goes behind us when that is noticed (check_handler); if it in turn
 * calls the handler that it found, that is us again: the mark in the signal's
 * information, which the kernel delivers as zero, tells, and the next one behind
 * gets the fault. */
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <ucontext.h>

#include "service.h"

enum { MOST_BEHIND = 8 };

/* libc's own function: a wrapper of the heap helper stands before the public one. */
extern int __sigaction(int, const struct sigaction *, struct sigaction *);

/* The handlers behind ours, the latest last. Readers copy, and copy again where
 * the version changed; writers hold the lock. */
static struct lock lock;
static struct {
	uint64_t version; /* odd: being changed */
	uint64_t n;
	struct sigaction behind[MOST_BEHIND];
} handlers;
static uint32_t installed;

static void copy_words(void *to, const void *from, size_t n)
{
	uint64_t *t = to;
	const uint64_t *f = from;
	for (size_t i = 0; i < n / sizeof *t; i++)
		__atomic_store_n(t + i, __atomic_load_n(f + i, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
}

/* The handler that is `depth` from the latest; SIG_DFL beyond the first. */
static struct sigaction behind(unsigned depth)
{
	for (;;) {
		struct sigaction a = {.sa_handler = SIG_DFL};
		uint64_t version = __atomic_load_n(&handlers.version, __ATOMIC_ACQUIRE);
		uint64_t n = __atomic_load_n(&handlers.n, __ATOMIC_RELAXED);
		if (depth < n)
			copy_words(&a, &handlers.behind[n - 1 - depth], sizeof a);
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
		if (version % 2 == 0 && __atomic_load_n(&handlers.version, __ATOMIC_RELAXED) == version)
			return a;
	}
}

static void begin_change(void)
{
	__atomic_add_fetch(&handlers.version, 1, __ATOMIC_ACQ_REL);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static void end_change(void)
{
	__atomic_add_fetch(&handlers.version, 1, __ATOMIC_RELEASE);
}

static int same(const struct sigaction *a, const struct sigaction *b)
{
	return a->sa_handler == b->sa_handler && a->sa_flags == b->sa_flags;
}

/* Puts a handler that was found in front of ours behind it. */
static void push(const struct sigaction *a)
{
	uint64_t n = handlers.n;
	if (n > 0 && same(a, &handlers.behind[n - 1]))
		return;
	begin_change();
	if (n < MOST_BEHIND)
		__atomic_store_n(&handlers.n, ++n, __ATOMIC_RELAXED);
	copy_words(&handlers.behind[n - 1], a, sizeof *a);
	end_change();
}

static void replace(unsigned depth, const struct sigaction *a)
{
	begin_change();
	if (handlers.n > depth)
		copy_words(&handlers.behind[handlers.n - 1 - depth], a, sizeof *a);
	end_change();
}

/* --- Forwarding ------------------------------------------------------------ */

/* The last word of the information is padding for this signal. */
static uint32_t *mark_of(siginfo_t *info)
{
	return (uint32_t *)((char *)info + sizeof *info - sizeof(uint32_t));
}

static void take_default(int sig, siginfo_t *info)
{
	struct sigaction none = {.sa_handler = SIG_DFL};
	__sigaction(sig, &none, NULL);
	__atomic_store_n(&installed, 0, __ATOMIC_RELEASE);
	if (info->si_code <= 0) /* sent, not raised by an access: it would not come again */
		k_call(SYS_rt_tgsigqueueinfo, getpid(), k_call(SYS_gettid, 0, 0, 0, 0, 0, 0), sig, (long)info, 0, 0);
}

static void set_mask(const struct sigaction *a, int sig, const ucontext_t *context)
{
	uint64_t interrupted, more;
	memcpy(&interrupted, &context->uc_sigmask, sizeof interrupted);
	memcpy(&more, &a->sa_mask, sizeof more);
	interrupted |= more;
	if (!(a->sa_flags & SA_NODEFER))
		interrupted |= 1ull << (sig - 1);
	omp2cl_pt_unquiet(interrupted);
}

static void reset_once(const struct sigaction *a, unsigned depth)
{
	struct sigaction none = {.sa_handler = SIG_DFL};
	if (!(a->sa_flags & (int)SA_RESETHAND))
		return;
	uint64_t mask = omp2cl_pt_quiet();
	omp2cl_pt_take(&lock);
	replace(depth, &none);
	omp2cl_pt_give(&lock);
	omp2cl_pt_unquiet(mask);
}

static void forward(int sig, siginfo_t *info, void *context)
{
	unsigned depth = *mark_of(info);
	struct sigaction a = behind(depth);
	int sent = info->si_code <= 0;
	if (a.sa_handler == SIG_IGN && sent)
		return;
	if (a.sa_handler == SIG_DFL || a.sa_handler == SIG_IGN) {
		take_default(sig, info);
		return;
	}
	*mark_of(info) = depth + 1;
	reset_once(&a, depth);
	set_mask(&a, sig, context);
	a.sa_sigaction(sig, info, context); /* one that takes only sig ignores the rest */
}

/* --- Our handler ------------------------------------------------------------- */

/* What the access was; where that is not known, it is taken for a write. */
enum access { ACCESS_READ, ACCESS_WRITE, ACCESS_EXECUTE };

static enum access access_of(const ucontext_t *context)
{
#if defined(__x86_64__)
	long error = context->uc_mcontext.gregs[REG_ERR];
	return error & 16 ? ACCESS_EXECUTE : error & 2 ? ACCESS_WRITE : ACCESS_READ;
#else
	(void)context;
	return ACCESS_WRITE;
#endif
}

/* Where no object is found, it may have gone since the fault, and its pages be
 * plain memory: then the access is tried again. */
static int is_ours(const siginfo_t *info, const ucontext_t *context)
{
	uintptr_t address = (uintptr_t)info->si_addr;
	enum access access = access_of(context);
	if (info->si_code != SEGV_ACCERR || access == ACCESS_EXECUTE || rung_now() != &omp2cl_pt_mprotect)
		return 0;
	struct note n = {.kind = NOTE_TOUCH, .address = address, .write = access == ACCESS_WRITE};
	if (omp2cl_pt_index_may_overlap(address, address + 1) && omp2cl_pt_ask(&n) == TOUCH_MINE)
		return 1;
	return omp2cl_pt_is_accessible(address, access == ACCESS_WRITE);
}

static void on_segv(int sig, siginfo_t *info, void *context)
{
	int saved = errno;
	if (!is_ours(info, context))
		forward(sig, info, context);
	errno = saved;
}

static int is_our_handler(const struct sigaction *a)
{
	return (a->sa_flags & SA_SIGINFO) && a->sa_sigaction == on_segv;
}

/* All signals are blocked in the handler: its wait must not be left by a longjmp, nor
 * the thread be cancelled in it. */
static int put_in_front(void)
{
	struct sigaction ours = {.sa_sigaction = on_segv, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
	memcpy(&ours.sa_mask, &omp2cl_pt_all_signals, sizeof omp2cl_pt_all_signals);
	struct sigaction old;
	if (__sigaction(SIGSEGV, &ours, &old))
		return -errno;
	if (!is_our_handler(&old))
		push(&old);
	__atomic_store_n(&installed, 1, __ATOMIC_RELEASE);
	return 0;
}

int omp2cl_pt_segv_install(void)
{
	uint64_t mask = omp2cl_pt_quiet();
	omp2cl_pt_take(&lock);
	int r = put_in_front();
	omp2cl_pt_give(&lock);
	omp2cl_pt_unquiet(mask);
	return r;
}

void omp2cl_pt_segv_uninstall(void)
{
	struct sigaction now, first = behind(0);
	if (!__atomic_load_n(&installed, __ATOMIC_ACQUIRE))
		return;
	if (__sigaction(SIGSEGV, NULL, &now) == 0 && is_our_handler(&now))
		__sigaction(SIGSEGV, &first, NULL);
	__atomic_store_n(&installed, 0, __ATOMIC_RELEASE);
}

int omp2cl_pages_check_handler(void)
{
	struct sigaction now;
	if (rung_now() != &omp2cl_pt_mprotect || __sigaction(SIGSEGV, NULL, &now) || is_our_handler(&now))
		return 0;
	return omp2cl_pt_segv_install() == 0;
}

/* The program's structures may lie in absent pages, so they are not touched while
 * the lock is held. */
int omp2cl_pages_user_sigaction(int sig, const struct sigaction *act, struct sigaction *old)
{
	if (sig != SIGSEGV || rung_now() != &omp2cl_pt_mprotect)
		return 0;
	omp2cl_pages_check_handler();
	struct sigaction wanted, was;
	if (act)
		wanted = *act;
	uint64_t mask = omp2cl_pt_quiet();
	omp2cl_pt_take(&lock);
	was = behind(0);
	if (act)
		replace(0, &wanted);
	omp2cl_pt_give(&lock);
	omp2cl_pt_unquiet(mask);
	if (old)
		*old = was;
	return 1;
}
