#include "lane.h"
#include "guard.h"
#include "kept.h"

#include <stdlib.h>

struct ocl_lane *ocl_new_lane(ocl_context c, ocl_device d, struct ocl_stage *stage, struct ocl_gate *gate,
                              int profiling, int32_t *status) {
    struct ocl_lane *l = ocl_kept(calloc(1, sizeof *l));
    if (l == NULL) {
        *status = OCL_OUT_OF_HOST_MEMORY;
        return NULL;
    }
    l->queue = ocl_new_queue(c, d, profiling ? OCL_QUEUE_PROFILING : 0, status);
    if (*status != OCL_SUCCESS) {
        free(l);
        return NULL;
    }
    l->stage = stage;
    l->gate = gate;
    if (profiling)
        l->timer = ocl_new_timer(l->queue, d);
    return l;
}

void ocl_free_lane(struct ocl_lane *l) {
    ocl_finish(l);
    if (l->pinned != NULL)
        ocl.ReleaseMemObject(l->pinned);
    ocl_free_timer(l->timer);
    ocl.ReleaseCommandQueue(l->queue);
    free(l);
}

int32_t ocl_copy(struct ocl_lane *l, ocl_mem dst, uint64_t dst_off, ocl_mem src, uint64_t src_off,
                 uint64_t n) {
    ocl_event e = NULL;
    ocl_timer_open(l->timer, OCL_COPY, n);
    int32_t status = ocl.EnqueueCopyBuffer(l->queue, src, dst, src_off, dst_off, n, 0, NULL,
                                           l->timer != NULL ? &e : NULL);
    if (e != NULL) {
        ocl_timer_note(l->timer, e);
        ocl.ReleaseEvent(e);
    }
    ocl_timer_close(l->timer, status);
    return status;
}

int32_t ocl_mark(struct ocl_lane *l, ocl_event *event) {
    int32_t status = ocl.EnqueueMarkerWithWaitList(l->queue, 0, NULL, event);
    if (status == OCL_SUCCESS)
        ocl.Flush(l->queue); /* others will wait for it */
    return status;
}
