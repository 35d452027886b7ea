/* descriptors.c - the room's own descriptors. They get high numbers: a program may
 * count on the lowest that it has not used. Some programs close all that they do not
 * know, and absent pages would be lost with the userfaultfd. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/resource.h>

#include "kernel.h"
#include "pages.h"

enum { MOST = 8, LIMIT = 1024, ROOM = 24 };

static uint32_t kept[MOST]; /* descriptors + 1 */

/* High, but not so high that more than a common limit is needed. */
static int first_of_high(void)
{
	struct rlimit l = {0};
	k_call(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, (long)&l, 0, 0);
	return l.rlim_cur >= LIMIT ? LIMIT - ROOM : l.rlim_cur > 2 * ROOM ? (int)l.rlim_cur - ROOM : 0;
}

/* The kernel's table has 64 places at first. Where it grows in a process with several
 * threads, the kernel waits until none of them can be using the old one, 10 ms and more.
 * So it grows while there is one: in front of the start of Go's runtime, which
 * rtlib/capi/archive.sh gives the priority 100. */
static void make_room(void)
{
	for (int fd = 0; fd < 3; fd++) {
		long high = k_call(SYS_fcntl, fd, F_DUPFD_CLOEXEC, first_of_high(), 0, 0, 0);
		if (high >= 0) {
			k_close((int)high);
			return;
		}
	}
}

/* While it starts, Go opens files for a moment, with the numbers that the program would
 * get, and closes these numbers again. A program that closes descriptors counts on what
 * it gets next: it waits for the end of Go's start, but not for ever. */
enum { BEFORE, STARTING, STARTED, MOST_WAITS = 10000 };
static uint32_t go;

static void at_start(void)
{
	make_room();
	__atomic_store_n(&go, STARTING, __ATOMIC_RELEASE);
}

__attribute__((section(".init_array.00099"), used)) static void (*first)(void) = at_start;

void omp2cl_pages_go_started(void)
{
	__atomic_store_n(&go, STARTED, __ATOMIC_RELEASE);
}

static void await_go(void)
{
	struct timespec moment = {0, 100000};
	for (int i = 0; __atomic_load_n(&go, __ATOMIC_ACQUIRE) == STARTING; i++) {
		if (i == MOST_WAITS)
			omp2cl_pages_go_started();
		k_call(SYS_nanosleep, (long)&moment, 0, 0, 0, 0, 0);
	}
}

long omp2cl_pt_keep(long fd)
{
	if (fd < 0)
		return fd;
	long high = k_call(SYS_fcntl, fd, F_DUPFD_CLOEXEC, first_of_high(), 0, 0, 0);
	if (high >= 0) {
		k_close((int)fd);
		fd = high;
	}
	for (int i = 0; i < MOST; i++) {
		uint32_t none = 0;
		if (__atomic_compare_exchange_n(&kept[i], &none, (uint32_t)fd + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
			break;
	}
	return fd;
}

void omp2cl_pt_let_go(int *fd)
{
	if (*fd < 0)
		return;
	for (int i = 0; i < MOST; i++) {
		uint32_t it = (uint32_t)*fd + 1;
		__atomic_compare_exchange_n(&kept[i], &it, 0, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
	}
	k_close(*fd);
	*fd = -1;
}

int omp2cl_pages_next_descriptor(unsigned from)
{
	int least = -1;
	await_go();
	for (int i = 0; i < MOST; i++) {
		uint32_t it = __atomic_load_n(&kept[i], __ATOMIC_RELAXED);
		if (it != 0 && it - 1 >= from && (least < 0 || (int)it - 1 < least))
			least = (int)it - 1;
	}
	return least;
}
