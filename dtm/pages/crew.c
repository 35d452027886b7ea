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

/* The job at hand. A thread that comes late finds the door closed, so that it never
 * looks at a job that is over. Who has nothing to do waits outside: a thread of the
 * program's that spins may keep one that is to wake for 4 ms, and nobody waits for it then. */
static struct {
	uint32_t number; /* futex: of the call */
	uint32_t inside; /* futex: threads at work on it, and OPEN */
	void (*work)(void);
	unsigned size; /* threads, the service included; 0: not started */
	uint32_t started;
} crew;

static const uint32_t OPEN = 1u << 31;

static int come_in(void)
{
	uint32_t inside = __atomic_load_n(&crew.inside, __ATOMIC_RELAXED);
	while (inside & OPEN)
		if (__atomic_compare_exchange_n(&crew.inside, &inside, inside + 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
			return 1;
	return 0;
}

static void leave(void)
{
	if (__atomic_sub_fetch(&crew.inside, 1, __ATOMIC_ACQ_REL) == 0)
		k_futex_wake(&crew.inside, 1);
}

void omp2cl_pt_wait_until_changed(uint32_t *word, uint32_t value)
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
	omp2cl_pt_name("omp2cl-fill");
	for (;;) {
		uint32_t number = __atomic_load_n(&crew.number, __ATOMIC_ACQUIRE);
		if (come_in()) {
			crew.work();
			leave();
		}
		omp2cl_pt_wait_until_changed(&crew.number, number);
	}
	return NULL;
}

void omp2cl_pt_crew_begin(void (*work)(void))
{
	crew.work = work;
	__atomic_store_n(&crew.inside, OPEN, __ATOMIC_RELEASE);
}

void omp2cl_pt_crew_call(unsigned threads)
{
	__atomic_add_fetch(&crew.number, 1, __ATOMIC_RELEASE);
	k_futex_wake(&crew.number, (int)threads);
}

void omp2cl_pt_crew_end(void)
{
	uint32_t inside = __atomic_and_fetch(&crew.inside, ~OPEN, __ATOMIC_ACQ_REL);
	while (inside != 0) {
		omp2cl_pt_wait_until_changed(&crew.inside, inside);
		inside = __atomic_load_n(&crew.inside, __ATOMIC_ACQUIRE);
	}
}

unsigned omp2cl_pt_crew_size(void)
{
	return __atomic_load_n(&crew.size, __ATOMIC_ACQUIRE);
}

/* The signals are blocked before the thread exists, by the function of libc,
 * which leaves those alone that libc uses itself. */
int omp2cl_pt_thread(void *(*run)(void *))
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
	int r = pthread_create(&thread, &attr, run, NULL);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	pthread_attr_destroy(&attr);
	return -r;
}

void omp2cl_pt_name(const char *name)
{
	k_call(SYS_prctl, PR_SET_NAME, (long)name, 0, 0, 0, 0);
}

static unsigned wanted;

void omp2cl_pages_crew(unsigned threads)
{
	wanted = threads < MOST ? threads : MOST;
}

static unsigned wanted_size(void)
{
	if (wanted)
		return wanted;
	cpu_set_t set;
	long n = k_call(SYS_sched_getaffinity, 0, sizeof set, (long)&set, 0, 0, 0);
	int cpus = n > 0 ? CPU_COUNT_S((size_t)n, &set) : 1;
	int helpers = cpus - 1 < 1 ? 1 : cpus - 1;
	return (unsigned)(helpers < MOST ? helpers : MOST);
}

/* The first member makes the others, and the one that calms libgomp: a thread takes some
 * 40 µs, which the program need not wait for. Until all are there the service fills alone. */
static void *first_member(void *arg)
{
	omp2cl_pt_calm_start();
	unsigned size = 2;
	for (unsigned want = wanted_size(); size < want + 1; size++)
		if (omp2cl_pt_thread(member))
			break;
	__atomic_store_n(&crew.size, size, __ATOMIC_RELEASE);
	return member(arg);
}

void omp2cl_pt_crew_start(void)
{
	if (__atomic_load_n(&crew.started, __ATOMIC_ACQUIRE) ||
	    __atomic_exchange_n(&crew.started, 1, __ATOMIC_ACQ_REL))
		return;
	omp2cl_pt_calm_ready();
	omp2cl_pt_thread(first_member);
}
