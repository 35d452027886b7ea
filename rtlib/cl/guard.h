/* guard.h: keeps the program's signal handlers in force.
 *
 * Drivers bring compilers, and LLVM installs handlers for some twenty signals
 * when it first writes a temporary file, and a signal stack. That happens when a
 * driver is loaded, when a program is built, or when a kernel is first launched
 * with a new size. Around such calls the dispositions are saved, and those that a
 * library which came with OpenCL has taken over are put back.
 *
 * Such calls also start the driver's threads. These inherit that signals are
 * blocked, except those of faults: the program's own threads shall get them. */
#ifndef OMP2CL_GUARD_H
#define OMP2CL_GUARD_H

#include "opencl.h"

#include <signal.h>

struct ocl_guard {
    struct sigaction saved[NSIG];
    stack_t stack;
    sigset_t mask;
};

/* Remembers which objects are in the process, before libOpenCL is loaded. */
void ocl_guard_start(void);

void ocl_guard_enter(struct ocl_guard *g);
void ocl_guard_leave(const struct ocl_guard *g);
/* Lets in, for the rest of a call that may take long, the terminal's signals that the
 * program leaves to the system: they end or stop it at once. */
void ocl_guard_admit(const struct ocl_guard *g);
/* Whether the calling thread is between the two. */
int ocl_guarding(void);

/* clCreateCommandQueue; the queue may have a thread of its own. */
ocl_queue ocl_new_queue(ocl_context c, ocl_device d, uint64_t properties, int32_t *status);

/* Blocks the signals that are sent to a process. Those of faults stay, since tracked
 * memory may answer with them. */
void ocl_block_signals(sigset_t *old);
#endif
