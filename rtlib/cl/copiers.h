/* copiers.h: host threads that copy between user memory and pinned memory.
 *
 * One set of threads serves the whole process. They touch user memory, so they may
 * take page faults, also such as another thread of the runtime serves: a copier
 * holds no lock while it copies. */
#ifndef OMP2CL_COPIERS_H
#define OMP2CL_COPIERS_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* A part of a buffer and the host memory that belongs to it: the layout of
 * driver.Range. */
struct ocl_range {
    uint64_t off;
    uintptr_t host;
    uint64_t size;
};

/* A place in a list of ranges. */
struct ocl_place {
    size_t range;
    uint64_t in; /* bytes into it */
};

/* A piece of a batch: n bytes of the ranges from a place on, packed at slot. */
struct ocl_piece {
    struct ocl_place at;
    char *slot;
    size_t n;
};

enum { OCL_PIECES = 16 };

/* Copies between ranges and packed memory, done piece by piece by whoever has time. */
struct ocl_batch {
    const struct ocl_range *ranges;
    int to_host; /* from packed memory to the ranges, or the other way */
    unsigned npieces;
    struct ocl_piece pieces[OCL_PIECES];
    unsigned taken;   /* under the copiers' lock */
    atomic_uint done; /* stored under it */
    struct ocl_batch *next;
};

/* How many threads copy, the caller's own included, and starts the others at the
 * first call: wanted, or with 0 as many as the CPUs that the caller may run on, at
 * most 8. Threads that cannot be started are missing, that is all. */
unsigned ocl_copiers(unsigned wanted);

/* Fills in pieces of about grain bytes (at most OCL_PIECES) for n bytes of the ranges
 * from a place on; returns the place behind them. */
struct ocl_place ocl_batch_fill(struct ocl_batch *b, struct ocl_place from, char *slot, size_t n,
                                size_t grain);

/* Lets the copiers see a batch, which must stay until it is done. Without it, the
 * whole batch is copied by ocl_copy_finish. */
void ocl_copy_start(struct ocl_batch *b);
/* Copies a piece that nobody has taken; 0 when there is none. */
int ocl_copy_help(struct ocl_batch *b);
/* Whether every piece is copied. */
int ocl_copy_done(const struct ocl_batch *b);
/* Copies what nobody has taken and waits for the rest. */
void ocl_copy_finish(struct ocl_batch *b);
#endif
