/* lock.h - locks of our own, usable where a signal handler or the program's
 * allocator may be the caller: first come, first served, on futexes, with the
 * signals of the holding thread blocked. A handler that ran in the middle of a
 * hold could touch an absent page and wait for a service that waits for the lock. */
#ifndef OMP2CL_PAGES_LOCK_H
#define OMP2CL_PAGES_LOCK_H

#include <stdint.h>

struct lock {
	uint32_t next, serving;
};

/* Takes or gives back the lock alone; for the service, whose signals are always
 * blocked, and for a second lock. */
void omp2cl_pt_take(struct lock *);
void omp2cl_pt_give(struct lock *);

/* With this signal of its own the C library has all threads do what setuid and its kin do.
 * Until they have, it keeps threads from being made, for which the service may wait: so no
 * thread that waits for the service blocks it. */
enum { SIGNAL_SETXID = 33 };
extern const uint64_t omp2cl_pt_all_signals; /* but that one, as a mask */

/* Blocks all signals of this thread but those that a mistake of its own raises,
 * and returns the mask to restore. */
uint64_t omp2cl_pt_quiet(void);
void omp2cl_pt_unquiet(uint64_t mask);

#endif
