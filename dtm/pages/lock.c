#define _GNU_SOURCE
#include "lock.h"

#include <signal.h>

#include "kernel.h"

/* A lock is mostly held for less time than it takes to sleep and wake. */
enum { SPINS = 200 };

static inline void pause_a_bit(void)
{
#if defined(__x86_64__)
	__builtin_ia32_pause();
#endif
}

void omp2cl_pt_take(struct lock *l)
{
	uint32_t mine = __atomic_fetch_add(&l->next, 1, __ATOMIC_SEQ_CST);
	for (int i = 0;; i++) {
		uint32_t serving = __atomic_load_n(&l->serving, __ATOMIC_SEQ_CST);
		if (serving == mine)
			return;
		if (i < SPINS)
			pause_a_bit();
		else
			k_futex_wait(&l->serving, serving);
	}
}

void omp2cl_pt_give(struct lock *l)
{
	uint32_t serving = __atomic_add_fetch(&l->serving, 1, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&l->next, __ATOMIC_SEQ_CST) != serving)
		k_futex_wake(&l->serving, INT32_MAX);
}

#define BIT(sig) (1ull << ((sig) - 1))

/* The C library's functions would leave out the signals it uses itself, and a
 * thread may be cancelled by one of those. */
const uint64_t omp2cl_pt_all_signals = ~BIT(SIGNAL_SETXID);

uint64_t omp2cl_pt_quiet(void)
{
	uint64_t all = omp2cl_pt_all_signals & ~(BIT(SIGSEGV) | BIT(SIGBUS) | BIT(SIGILL) | BIT(SIGFPE) | BIT(SIGTRAP) | BIT(SIGSYS));
	uint64_t old = 0;
	k_call(SYS_rt_sigprocmask, SIG_BLOCK, (long)&all, (long)&old, sizeof old, 0, 0);
	return old;
}

void omp2cl_pt_unquiet(uint64_t mask)
{
	k_call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&mask, 0, sizeof mask, 0, 0);
}
