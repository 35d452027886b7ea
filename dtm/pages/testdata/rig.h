/* rig.h - what the scenarios share: a device made of memory, checks that name their
 * line, and a table of scenarios. */
#ifndef RIG_H
#define RIG_H

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "pages.h"

#define PAGE 4096ul
#define KIB 1024ul
#define MIB (1024ul * KIB)

#define CHECK(what, ...)                                                        \
	do {                                                                    \
		if (!(what))                                                    \
			fail(__FILE__, __LINE__, #what, "" __VA_ARGS__);       \
	} while (0)
#define EQUAL(a, b)                                                             \
	do {                                                                    \
		long a_ = (long)(a), b_ = (long)(b);                            \
		if (a_ != b_)                                                   \
			fail(__FILE__, __LINE__, #a " == " #b, "%ld, %ld", a_, b_); \
	} while (0)
_Noreturn void fail(const char *file, int line, const char *what, const char *format, ...);

/* A device whose memory is host memory. A read copies at once; finish may be slow,
 * or fail. */
enum { SLOTS = 16, FEW_SLOTS = 4 };
struct device {
	struct omp2cl_reader reader;
	void *slots[SLOTS];
	int in_use[SLOTS];
	unsigned long number[SLOTS], finished; /* of the read; reads end in their order */
	atomic_ulong reads, bytes;
	atomic_int fail_after; /* that many reads from now fail with code; < 0: none */
	_Atomic uintptr_t fail_from; /* reads that reach beyond this place fail; 0: none */
	atomic_ulong failures;
	atomic_int code;
	int fails[SLOTS];
	int delay_us;
};
struct device *new_device(size_t slot_size); /* with FEW_SLOTS in use */

/* Memory of its own with a place on the device, both tracked as one object. */
struct block {
	char *host;
	char *there; /* the device's memory */
	size_t n;
	struct device *device;
	struct omp2cl_source source;
	omp2cl_pages_object *object;
};
struct block new_block(struct device *, size_t pages); /* host and device hold 0 */
void end_block(struct block *);
uintptr_t at(const struct block *, size_t page);
void drop(struct block *, size_t lo, size_t hi); /* page numbers */
void protect(struct block *, size_t lo, size_t hi);
void fetch(struct block *, size_t lo, size_t hi);
size_t absent(const struct block *);
/* Writes one bit for each page found written; returns how many were. */
size_t written(struct block *, char *pages, int protect);
/* Whether the page was found written, no other being so but by the rung's grain. */
int written_near(struct block *, size_t page);
struct omp2cl_pages_counters counts(void);

int rung(void);
/* uffd and uffd-user know every written page; the others open up to a grain. */
int exact(void);
double seconds(void);
enum { A_MINUTE = 60000 }; /* in ms: the limit of a wait for what must happen */
/* How long threads are to hammer, in seconds: half a one, or PATIENCE. */
double patience(void);
uint32_t random_below(uint32_t *seed, uint32_t n);

struct scenario {
	const char *name;
	void (*run)(void);
	int dies_of; /* the signal the scenario ends by; 0: it returns */
	struct scenario *next;
};
void add_scenario(struct scenario *);
#define SCENARIO_DYING(f, sig)                                                  \
	static void f(void);                                                    \
	static struct scenario scenario_##f = {#f, f, sig, NULL};               \
	__attribute__((constructor)) static void add_##f(void)                  \
	{                                                                       \
		add_scenario(&scenario_##f);                                    \
	}                                                                       \
	static void f(void)
#define SCENARIO(f) SCENARIO_DYING(f, 0)

#endif
