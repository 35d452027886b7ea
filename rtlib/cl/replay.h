/* replay.h: a launch that is done again. Whoever has the lane to itself may, for as
 * long as kernel object, buffers and lane are there. */
#ifndef OMP2CL_REPLAY_H
#define OMP2CL_REPLAY_H

#include "opencl.h"

struct ocl_lane;
struct ocl_replay;

/* Keeps a launch that has been done, with OCL_LEAVE, by ocl_launch. NULL: out of
 * memory. */
struct ocl_replay *ocl_new_replay(struct ocl_launcher *l, struct ocl_lane *lane, const struct ocl_arg *args,
                                  uint32_t nargs, size_t groups, size_t local);
void ocl_free_replay(struct ocl_replay *r);

/* Does it again: 1, or 0 if a call has failed and nothing was launched. Arguments of
 * the kind OCL_ARG_BYTES are read from their addresses anew. */
int ocl_replay(struct ocl_replay *r);
/* The lane that it uses. */
struct ocl_lane *ocl_lane_of(const struct ocl_replay *r);
/* Waits for everything in a lane: 1, or 0 if something has failed, which the next finish
 * tells. */
int ocl_await_lane(struct ocl_lane *l);
#endif
