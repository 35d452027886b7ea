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

enum { OMP2CL_DEVICES = 63 }; /* dtm.MaxDevices */

/* What replays on a device have done. */
struct omp2cl_tally {
    atomic_ullong spared;                /* bytes that need not have been moved */
    atomic_ullong results, result_bytes; /* that they have brought to the host */
};

/* rtlib.Turn: whose turn it is to use the lane that leaves commands running. */
struct omp2cl_turn {
    atomic_uint state; /* enum omp2cl_turn_state */
    atomic_int waiting;
    atomic_uint left; /* something may have been left running */
    unsigned padding;
    atomic_ullong epoch;
    uint64_t holder;
    struct omp2cl_tally tallies[OMP2CL_DEVICES];
};
enum omp2cl_turn_state { OMP2CL_TURN_NONE, OMP2CL_TURN_IDLE, OMP2CL_TURN_TAKEN };
extern struct omp2cl_turn omp2cl_turn;

struct ocl_replay;
struct omp2cl_pages_object;

/* What C knows about a region; its slot has the address. */
struct omp2cl_known;
/* Makes it for the region with the number. */
struct omp2cl_known *omp2cl_know(uintptr_t number);

/* A launch on a device that has been done and may be done again while epoch and
 * holder are the turn's; rtlib/remember.go says when. */
struct omp2cl_done {
    uint64_t epoch, holder, deaths;
    struct ocl_replay *replay;
    uint64_t spared; /* bytes that it need not move */
    uint64_t results, result_bytes;
    int device;
    uint32_t nvalues, nstill;
    struct omp2cl_launch launch;
};
/* What it supposes of tracked pages: rtlib.Still. */
struct omp2cl_still {
    struct omp2cl_pages_object *pages;
    uintptr_t lo, hi;
    uint64_t away;
};
/* Remembers a launch; the caller has the turn. The replay is given away. */
void omp2cl_remember(struct omp2cl_known *k, const struct omp2cl_done *done, const struct omp2cl_value *values,
                     const struct omp2cl_still *still);

/* Does a remembered launch again: 1, or 0 where it is Go's business. The caller is
 * on a visit. */
int omp2cl_again(const struct omp2cl_region *region, int device, const struct omp2cl_launch *launch,
                 const struct omp2cl_value *values);
/* Waits for everything in the lane that launches are replayed in: 1, or 0 where it is Go's
 * business. The caller is on a visit. */
int omp2cl_await_replays(void);

/* Ends the process; the runtime is dead for exit handlers and other threads. */
void omp2cl_quit(int status);
void omp2cl_abort(void);
void omp2cl_flush(void);

/* Has omp2cl_go_ending called by the exit handlers registered up to now. */
void omp2cl_watch_exit(void);

#endif
