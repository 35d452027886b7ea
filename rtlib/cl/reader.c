#include "reader.h"
#include "../../dtm/pages/pages.h"
#include "guard.h"
#include "stage.h"

#include <stdlib.h>

/* What others make of a read takes longer than the read: many slots, of which most are being
 * emptied; and from here on larger reads are hardly faster. */
enum { READER_SLOTS = 16, READER_SLOT = 1 << 20 };

struct reader {
    struct omp2cl_reader interface;
    ocl_queue queue;
    struct ocl_gate *gate;
    void *slots[READER_SLOTS];
    ocl_event events[READER_SLOTS]; /* of what is under way */
};

static int start(void *self, unsigned s, void *mem, uint64_t off, size_t n, void *after) {
    struct reader *r = self;
    ocl_event events[2], gate = ocl_gate_event(r->gate);
    unsigned n_events = 0;
    if (after != NULL)
        events[n_events++] = after;
    if (gate != NULL)
        events[n_events++] = gate;
    int32_t status = ocl.EnqueueReadBuffer(r->queue, mem, 0, off, n, r->slots[s], n_events,
                                           n_events > 0 ? events : NULL, &r->events[s]);
    if (gate != NULL)
        ocl.ReleaseEvent(gate);
    if (status == OCL_SUCCESS)
        ocl.Flush(r->queue);
    return status;
}

static int finish(void *self, unsigned s) {
    struct reader *r = self;
    ocl_event e = r->events[s];
    r->events[s] = NULL;
    return ocl_await(e);
}

/* Maps pinned memory for all slots in one piece. */
static int32_t make_slots(struct reader *r, ocl_context c) {
    char *at;
    if (ocl_new_pinned(c, r->queue, (size_t)READER_SLOTS * READER_SLOT, &at) == NULL)
        return OCL_OUT_OF_HOST_MEMORY;
    for (size_t i = 0; i < READER_SLOTS; i++)
        r->slots[i] = at + i * READER_SLOT;
    return OCL_SUCCESS;
}

struct omp2cl_reader *ocl_new_reader(ocl_context c, ocl_device d, struct ocl_gate *gate, int32_t *status) {
    struct reader *r = calloc(1, sizeof *r);
    if (r == NULL) {
        *status = OCL_OUT_OF_HOST_MEMORY;
        return NULL;
    }
    r->gate = gate;
    r->queue = ocl_new_queue(c, d, 0, status);
    if (*status == OCL_SUCCESS) {
        *status = make_slots(r, c);
        if (*status != OCL_SUCCESS)
            ocl.ReleaseCommandQueue(r->queue);
    }
    if (*status != OCL_SUCCESS) {
        free(r);
        return NULL;
    }
    r->interface = (struct omp2cl_reader){r, READER_SLOTS, READER_SLOT, r->slots, start, finish};
    return &r->interface;
}
