/* pinner.h: pinned memory that is made beside the program.
 *
 * A driver needs long for it: 0.6 ms for each MiB on an H200. Nobody waits for what the
 * pinner makes; until it is there, others do with what they have. One thread does all of
 * it, which touches no memory of the program's: it may wait for a lock of the driver's,
 * and holds none while somebody waits for a page. */
#ifndef OMP2CL_PINNER_H
#define OMP2CL_PINNER_H

#include "opencl.h"

/* What somebody would like to have, who keeps it. One wish after the other: none may be
 * asked for again before it was answered. */
struct ocl_wish {
    ocl_context context;
    ocl_queue queue; /* maps the memory, and never has a command to wait for */
    size_t size;
    /* The answer, on the pinner's thread, which holds no lock: memory mapped at `at`; at is
     * NULL where there is no more. It may ask again. */
    void (*answer)(struct ocl_wish *, ocl_mem, char *at);
    struct ocl_wish *next; /* the pinner's */
};

/* Asks. Where no thread can be started there is no answer, ever. */
void ocl_pinner_ask(struct ocl_wish *w);
/* Says that the process ends: nothing more is begun. Whether something still is being
 * made. Takes no lock: a forked child may end with an error. */
int ocl_pinner_ends(void);
/* Says that this is a forked child, which has no such thread. */
void ocl_pinner_forget(void);

/* Memory that the device's copy engines reach, mapped at *at for good; NULL on
 * failure. */
ocl_mem ocl_new_pinned(ocl_context c, ocl_queue q, size_t size, char **at);
#endif
