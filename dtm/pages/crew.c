/* crew.c - the threads that help the service to fill pages. */
#define _GNU_SOURCE
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>

#include "service.h"

enum { MOST = 16, SPINS = 2000 };
static const size_t STACK = 2 << 20;

/* The job at hand. ticket packs its number (32 bits), how many units it has (16)
 * and which is the next (16), so that a thread that comes late takes no unit of a
 * job it does not know. work and arg belong to the job whose unit was taken: it
 * cannot end before that unit is done. */
static struct {
	uint64_t ticket;
	uint32_t left; /* futex */
	uint32_t number; /* futex */
	void (*work)(void *, unsigned);
	void *arg;
	unsigned size; /* threads, the service included; 0: not started */
	uint32_t started;
} crew;

/* Takes the next unit of the job at hand; 0 where none is left. */
static int take_unit(unsigned *unit)
{
	uint64_t t = __atomic_load_n(&crew.ticket, __ATOMIC_ACQUIRE);
	while ((t & 0xffff) < (t >> 16 & 0xffff)) {
		if (__atomic_compare_exchange_n(&crew.ticket, &t, t + 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
			*unit = t & 0xffff;
			return 1;
		}
	}
	return 0;
}

static void work_on(void)
{
	unsigned unit;
	while (take_unit(&unit)) {
		crew.work(crew.arg, unit);
		if (__atomic_sub_fetch(&crew.left, 1, __ATOMIC_ACQ_REL) == 0)
			k_futex_wake(&crew.left, 1);
	}
}

static void wait_until_changed(uint32_t *word, uint32_t value)
{
	for (int i = 0; i < SPINS; i++) {
		if (__atomic_load_n(word, __ATOMIC_ACQUIRE) != value)
			return;
#if defined(__x86_64__)
		__builtin_ia32_pause();
#endif
	}
	while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value)
		k_futex_wait(word, value);
}

static void *member(void *arg)
{
	(void)arg;
	for (;;) {
		uint32_t number = __atomic_load_n(&crew.number, __ATOMIC_ACQUIRE);
		work_on();
		wait_until_changed(&crew.number, number);
	}
	return NULL;
}

void omp2cl_pt_crew_run(void (*work)(void *, unsigned), void *arg, unsigned units)
{
	unsigned size = omp2cl_pt_crew_size();
	if (size <= 1 || units <= 1) {
		for (unsigned u = 0; u < units; u++)
			work(arg, u);
		return;
	}
	crew.work = work;
	crew.arg = arg;
	__atomic_store_n(&crew.left, units, __ATOMIC_RELAXED);
	uint32_t number = crew.number + 1;
	__atomic_store_n(&crew.ticket, (uint64_t)number << 32 | (uint64_t)units << 16, __ATOMIC_RELEASE);
	__atomic_store_n(&crew.number, number, __ATOMIC_RELEASE);
	k_futex_wake(&crew.number, (int)(units - 1 < size - 1 ? units - 1 : size - 1));
	work_on();
	for (uint32_t left; (left = __atomic_load_n(&crew.left, __ATOMIC_ACQUIRE)) != 0;)
		wait_until_changed(&crew.left, left);
}

unsigned omp2cl_pt_crew_size(void)
{
	return __atomic_load_n(&crew.size, __ATOMIC_ACQUIRE);
}

/* The signals are blocked before the thread exists, by the function of libc,
 * which leaves those alone that libc uses itself. */
int omp2cl_pt_thread(void *(*run)(void *), void *arg, const char *name)
{
	pthread_attr_t attr;
	pthread_t thread;
	sigset_t all, old;
	if (pthread_attr_init(&attr))
		return -ENOMEM;
	pthread_attr_setstacksize(&attr, STACK);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	int r = pthread_create(&thread, &attr, run, arg);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	pthread_attr_destroy(&attr);
	if (r == 0)
		pthread_setname_np(thread, name);
	return -r;
}

static unsigned wanted_size(void)
{
	cpu_set_t set;
	long n = k_call(SYS_sched_getaffinity, 0, sizeof set, (long)&set, 0, 0, 0);
	int cpus = n > 0 ? CPU_COUNT_S((size_t)n, &set) : 1;
	int helpers = cpus - 1 < 1 ? 1 : cpus - 1;
	return (unsigned)(helpers < MOST ? helpers : MOST);
}

void omp2cl_pt_crew_start(void)
{
	if (__atomic_load_n(&crew.started, __ATOMIC_ACQUIRE) ||
	    __atomic_exchange_n(&crew.started, 1, __ATOMIC_ACQ_REL))
		return;
	unsigned size = 1;
	for (unsigned want = wanted_size(); size < want + 1; size++)
		if (omp2cl_pt_thread(member, NULL, "omp2cl-fill"))
			break;
	__atomic_store_n(&crew.size, size, __ATOMIC_RELEASE);
}

void omp2cl_pt_crew_forget(void)
{
	crew.size = 0;
	crew.started = 0;
	crew.ticket = 0;
}
