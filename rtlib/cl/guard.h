/* guard.h: keeps the program's signal handlers in force.
 *
 * Drivers bring compilers, and LLVM installs handlers for some twenty signals
 * when it first writes a temporary file, and a signal stack. That happens when a
 * driver is loaded, when a program is built, or when a kernel is first launched
 * with a new size. Around such calls the dispositions are saved, and those that a
 * library which came with OpenCL has taken over are put back. */
#ifndef OMP2CL_GUARD_H
#define OMP2CL_GUARD_H

#include <signal.h>

struct ocl_guard {
    struct sigaction saved[NSIG];
    stack_t stack;
};

/* Remembers which objects are in the process, before libOpenCL is loaded. */
void ocl_guard_start(void);

void ocl_guard_enter(struct ocl_guard *g);
void ocl_guard_leave(const struct ocl_guard *g);
#endif
