/* replay.h: a launch that is done again. Whoever has the lane to itself may, for as
 * long as kernel object, buffers and lane are there. */
#ifndef OMP2CL_REPLAY_H
#define OMP2CL_REPLAY_H

#include "copiers.h"
#include "opencl.h"

struct ocl_lane;
struct ocl_replay;

/* Keeps a launch that has been done by ocl_launch: with OCL_LEAVE, or OCL_AWAIT behind nreads
 * reads, which ocl_replay_reads names. NULL: out of memory. */
struct ocl_replay *ocl_new_replay(struct ocl_launcher *l, struct ocl_lane *lane, const struct ocl_arg *args,
                                  uint32_t nargs, size_t groups, size_t local, enum ocl_then then, uint32_t nreads);
void ocl_replay_reads(struct ocl_replay *r, uint32_t i, ocl_mem from, struct ocl_range range);
void ocl_free_replay(struct ocl_replay *r);

/* Does it again. Arguments of the kinds OCL_ARG_BYTES and OCL_ARG_HOST are read from their
 * addresses anew. */
enum ocl_replayed {
    OCL_NOT_REPLAYED, /* a call has failed and nothing was launched */
    OCL_REPLAYED,
    OCL_REPLAY_FAILED /* the next finish tells */
};
enum ocl_replayed ocl_replay(struct ocl_replay *r);
/* Whether everything in its lane is complete behind it. */
int ocl_replay_is_awaited(const struct ocl_replay *r);
/* The lane that it uses. */
struct ocl_lane *ocl_lane_of(const struct ocl_replay *r);
/* Waits for everything in a lane: 1, or 0 if something has failed, which the next finish
 * tells. */
int ocl_await_lane(struct ocl_lane *l);
#endif
