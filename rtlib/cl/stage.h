/* stage.h: the pinned memory of a device through which large transfers go. */
#ifndef OMP2CL_STAGE_H
#define OMP2CL_STAGE_H

#include "pinner.h"

#include <pthread.h>

enum { OCL_SLOTS = 16 };

/* Sizes, in bytes. Benchmarks change them before the first transfer. */
struct ocl_stage_shape {
    unsigned slots; /* at most OCL_SLOTS */
    size_t slot;    /* of the larger ones */
    size_t chunk;   /* of the first; a transfer uses at least this much of a slot, if it has as much */
    size_t grain; /* what a thread copies at a time */
};
extern struct ocl_stage_shape ocl_stage_shape;

/* A piece of pinned memory. */
struct ocl_slot {
    char *at;
    size_t size;
    ocl_mem pinned;
    ocl_event busy; /* completes with the last command that reads the slot; NULL: idle */
    struct ocl_slot *next;
};

/* The slots of a device. Whoever holds some must be able to give them back without
 * getting another: ocl_stage_take may only wait for a caller that holds none. */
struct ocl_stage {
    ocl_queue queue; /* maps the slots */
    pthread_mutex_t lock;
    pthread_cond_t given; /* a slot was given back, or it is another one's turn */
    unsigned made, limit, lent;
    uint64_t pinned, moved; /* bytes: of the slots it has, and what went through them */
    uint64_t left;          /* to the driver */
    struct ocl_wish wish;   /* for the next slot */
    int asked;
    struct ocl_slot slots[OCL_SLOTS];
    struct ocl_slot *idle;
    struct ocl_slot *first_busy, **last_busy; /* in the order they were given back */
    uint64_t next_turn, turn;                 /* of those that wait */
    int32_t failure;                          /* of a command nobody else asks about */
};

/* NULL on failure. It stays until the process ends. */
struct ocl_stage *ocl_new_stage(ocl_context c, ocl_device d);

/* Says that n bytes will go through the stage, or would if it had the memory: where that
 * is much, more slots are made meanwhile. */
void ocl_stage_expect(struct ocl_stage *s, uint64_t n);
/* Whether n bytes that come once are left to the driver: while the stage has next to no memory,
 * so much in all that to make slots would take longer. */
int ocl_stage_leaves(struct ocl_stage *s, uint64_t n);
/* Whether the stage has too little memory for more than a slot of the first size to go fast. */
int ocl_stage_is_small(struct ocl_stage *s);
/* A slot that nothing uses. Without wait, NULL when there is none at once or somebody
 * waits for one; with wait, NULL when the device has no pinned memory at all. */
struct ocl_slot *ocl_stage_take(struct ocl_stage *s, int wait);
/* Gives a slot back, which is in use until busy completes (NULL: it is not); the
 * stage releases the event. */
void ocl_stage_give(struct ocl_stage *s, struct ocl_slot *slot, ocl_event busy);

/* Lends a slot of at least so many bytes for good, if the stage has one to spare that is not
 * in use: its memory, NULL without. Waits for nobody: a caller may be who others wait for. */
char *ocl_stage_lend(struct ocl_stage *s, size_t least, size_t *size);

/* The error of a write that failed on the device, once. */
int32_t ocl_stage_failure(struct ocl_stage *s);

/* Waits for an event and releases it; the error of its command, if it failed. */
int32_t ocl_await(ocl_event e);
/* The status of an event: OCL_COMPLETE, more when it is not complete, an error. */
int32_t ocl_event_status(ocl_event e);
#endif
