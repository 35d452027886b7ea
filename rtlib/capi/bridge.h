/* bridge.h: what the C and the Go half of the exported library say to each
 * other. Not installed. */
#ifndef OMP2CL_BRIDGE_H
#define OMP2CL_BRIDGE_H

#include "omp2cl.h"

#include <stdatomic.h>

/* A change of the set of registered units, in order. */
struct omp2cl_change {
    struct omp2cl_change *next;
    const struct omp2cl_unit *unit;
    int added; /* 0: removed */
};

/* Takes the oldest change that Go has not seen; 0 when there is none. */
int omp2cl_next_change(struct omp2cl_change *change);

/* How many units are registered; dtm/heap asks, whose destructors they are. */
unsigned omp2cl_units(void);

/* 1 while something may have been left running; Go sets it. */
extern atomic_uint omp2cl_left;

/* Ends the process; the runtime is dead for exit handlers and other threads. */
void omp2cl_quit(int status);
void omp2cl_abort(void);
void omp2cl_flush(void);

/* Has omp2cl_go_ending called by the exit handlers registered up to now. */
void omp2cl_watch_exit(void);

#endif
