/* calm.c - keeps threads of OpenMP teams from spinning while pages come.
 *
 * A thread of libgomp's that waits for the others of its team spins: 300,000 pauses, up to
 * 14 ms. Where a team has a thread for each processor, the service, its crew and threads
 * whose page has come find none free, and wait for the scheduler's next tick, 4 ms. libgomp
 * spins for a moment only where its threads outnumber the processors. So a thread of ours
 * is the master of a team of two that does nothing but count, from when much has gone from
 * the host, or several threads wait, or much comes, until that has not been so for a while:
 * loops that the program runs meanwhile pay for it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#include "service.h"

static const long LINGER_NS = 50000000; /* without a call */

static struct {
	uint32_t on;    /* futex; also where no thread waits for a call */
	uint32_t calls; /* atomic */
	void (*parallel)(void (*body)(void *), void *, unsigned threads, unsigned flags);
} calm = {.on = 1};

static void count_only(void *arg)
{
	(void)arg;
}

static void linger(void)
{
	uint32_t seen;
	do {
		struct timespec t = {0, LINGER_NS};
		seen = __atomic_load_n(&calm.calls, __ATOMIC_RELAXED);
		k_call(SYS_nanosleep, (long)&t, 0, 0, 0, 0, 0);
	} while (seen != __atomic_load_n(&calm.calls, __ATOMIC_RELAXED));
}

static void *end_at_once(void *arg)
{
	return arg;
}

/* libgomp ends the program where it cannot have a thread. */
static int may_have_thread(void)
{
	pthread_t thread;
	return pthread_create(&thread, NULL, end_at_once, NULL) == 0 && pthread_join(thread, NULL) == 0;
}

static void *counted(void *);

static void await_call(void)
{
	__atomic_store_n(&calm.on, 0, __ATOMIC_RELEASE);
	if (omp2cl_pt_thread(counted))
		__atomic_store_n(&calm.on, 1, __ATOMIC_RELAXED);
}

/* The team is counted until its master ends, who leaves a successor. */
static void *counted(void *arg)
{
	omp2cl_pt_name("omp2cl-calm");
	while (!__atomic_load_n(&calm.on, __ATOMIC_ACQUIRE))
		k_futex_wait(&calm.on, 0);
	if (may_have_thread())
		calm.parallel(count_only, NULL, 2, 0);
	linger();
	await_call();
	return arg;
}

void omp2cl_pt_calm_ready(void)
{
	if (!getenv("OMP_WAIT_POLICY") && !getenv("GOMP_SPINCOUNT")) /* else the user has chosen */
		*(void **)&calm.parallel = dlsym(RTLD_DEFAULT, "GOMP_parallel");
}

void omp2cl_pt_calm_start(void)
{
	if (!calm.parallel)
		return;
	await_call();
	if (__atomic_load_n(&calm.calls, __ATOMIC_RELAXED) > 0) /* before there was a thread */
		omp2cl_pt_calm();
}

void omp2cl_pt_calm(void)
{
	__atomic_add_fetch(&calm.calls, 1, __ATOMIC_RELAXED);
	if (__atomic_load_n(&calm.on, __ATOMIC_RELAXED))
		return;
	__atomic_store_n(&calm.on, 1, __ATOMIC_RELEASE);
	k_futex_wake(&calm.on, 1);
}
