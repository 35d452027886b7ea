#include "gate.h"
#include "kept.h"

#include <stdlib.h>

struct ocl_gate *ocl_new_gate(void) { return ocl_kept(calloc(1, sizeof(struct ocl_gate))); }

void ocl_gate_close(struct ocl_gate *g, ocl_queue q) {
    if (!ocl_gate_is_closed(g, q))
        atomic_store(&g->queue, q);
}

void ocl_gate_open(struct ocl_gate *g, ocl_queue q) {
    if (ocl_gate_is_closed(g, q))
        atomic_store(&g->queue, NULL);
}

int ocl_gate_is_closed(const struct ocl_gate *g, ocl_queue q) { return atomic_load(&g->queue) == q; }

/* A marker in the queue, made by whoever reads: a launch does without. */
ocl_event ocl_gate_event(struct ocl_gate *g) {
    ocl_queue q = atomic_load(&g->queue);
    ocl_event e = NULL;
    if (q == NULL)
        return NULL;
    if (ocl.EnqueueMarkerWithWaitList(q, 0, NULL, &e) == OCL_SUCCESS)
        ocl.Flush(q);
    else
        ocl.Finish(q);
    return e;
}
