/* gate.h: what the page service's reads of a device come behind: the commands of a
 * queue that nobody awaits as yet. */
#ifndef OMP2CL_GATE_H
#define OMP2CL_GATE_H

#include "opencl.h"

#include <stdatomic.h>

struct ocl_gate {
    _Atomic(ocl_queue) queue; /* the one that was left; NULL: none */
};

/* NULL on failure. It stays until the process ends. */
struct ocl_gate *ocl_new_gate(void);

/* Says that reads come behind all that is, and will be, in the queue. */
void ocl_gate_close(struct ocl_gate *g, ocl_queue q);
/* Says that everything in the queue is complete. */
void ocl_gate_open(struct ocl_gate *g, ocl_queue q);
/* Whether reads come behind the queue. */
int ocl_gate_is_closed(const struct ocl_gate *g, ocl_queue q);
/* An event that completes when a read may begin, which the caller releases; NULL: it
 * may at once. */
ocl_event ocl_gate_event(struct ocl_gate *g);
#endif
