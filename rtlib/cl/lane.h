/* lane.h: an in-order command queue, the memory it stages small transfers in, and the
 * times of its commands. One thread uses it at a time. */
#ifndef OMP2CL_LANE_H
#define OMP2CL_LANE_H

#include "copiers.h"
#include "gate.h"
#include "opencl.h"
#include "stage.h"
#include "timing.h"

enum { OCL_LATE = 64 };

/* A read whose bytes are still to be copied to the host. */
struct ocl_late {
    const char *from;
    uintptr_t host;
    size_t n;
};

struct ocl_lane {
    ocl_queue queue;
    struct ocl_stage *stage; /* NULL: the driver moves user memory itself */
    struct ocl_gate *gate;   /* of the device */
    struct ocl_timer *timer; /* NULL: no times are kept */

    char *small; /* pinned memory for small transfers, used up to the next finish */
    ocl_mem pinned;
    size_t used;
    struct ocl_late late[OCL_LATE];
    unsigned nlate;
    int once;                   /* what is moved now moves once: no pinned memory is made for it */
    int submits;                /* commands start without clFlush */
    unsigned left;              /* launches that were left running so far */
    unsigned replays;           /* so far, see ocl_replay */
    ocl_event pace;             /* of one that has not been awaited; NULL: there is none */
    int32_t broken;             /* how one has failed; the next finish tells */
    int staged;                 /* a write has gone through the stage since the last finish */
    uintptr_t late_lo, late_hi; /* host memory between which late reads will write */
};

struct ocl_lane *ocl_new_lane(ocl_context c, ocl_device d, struct ocl_stage *stage, struct ocl_gate *gate,
                              int profiling, int32_t *status);
void ocl_free_lane(struct ocl_lane *l);

int32_t ocl_write(struct ocl_lane *l, ocl_mem m, uint64_t off, uintptr_t host, uint64_t n);
int32_t ocl_write_ranges(struct ocl_lane *l, ocl_mem m, const struct ocl_range *ranges, size_t n);
int32_t ocl_read(struct ocl_lane *l, ocl_mem m, uint64_t off, uintptr_t host, uint64_t n);
int32_t ocl_copy(struct ocl_lane *l, ocl_mem dst, uint64_t dst_off, ocl_mem src, uint64_t src_off,
                 uint64_t n);
int32_t ocl_mark(struct ocl_lane *l, ocl_event *event);
int32_t ocl_finish(struct ocl_lane *l);
#endif
