/* timing.h: when the commands of a queue ran, in the host's time. */
#ifndef OMP2CL_TIMING_H
#define OMP2CL_TIMING_H

#include "opencl.h"

/* What a command does: driver.CommandKind. */
enum ocl_command { OCL_LAUNCH, OCL_WRITE, OCL_READ, OCL_COPY };

/* The layout of driver.Timing: nanoseconds of CLOCK_MONOTONIC. */
struct ocl_timing {
    int64_t start, end;
    uint64_t bytes;
    uint8_t kind;
};

/* The times of a queue's commands. */
struct ocl_timer;

/* A timer for a queue made with OCL_QUEUE_PROFILING; NULL without memory. */
struct ocl_timer *ocl_new_timer(ocl_queue q, ocl_device d);
void ocl_free_timer(struct ocl_timer *t);

/* A command of the runtime may be many of OpenCL: between open and close, note gets
 * the event of each, or at least of the first and of the last. With close, a command
 * that failed is forgotten. All do nothing when t is NULL. */
void ocl_timer_open(struct ocl_timer *t, enum ocl_command kind, uint64_t bytes);
void ocl_timer_note(struct ocl_timer *t, ocl_event e);
void ocl_timer_close(struct ocl_timer *t, int32_t status);

/* How many commands were timed since the last ocl_timings. */
size_t ocl_timer_count(const struct ocl_timer *t);
/* Their times, oldest first, once everything in the queue is complete. */
void ocl_timings(struct ocl_timer *t, struct ocl_timing *out);
#endif
