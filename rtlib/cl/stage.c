#include "stage.h"
#include "guard.h"
#include "kept.h"

#include <stdlib.h>

struct ocl_stage_shape ocl_stage_shape = {
    .slots = 8, .slot = 4 << 20, .chunk = 256 << 10, .grain = 256 << 10};

ocl_mem ocl_new_pinned(ocl_context c, ocl_queue q, size_t size, char **at) {
    int32_t status;
    ocl_mem m = ocl.CreateBuffer(c, OCL_MEM_READ_WRITE | OCL_MEM_ALLOC_HOST_PTR, size, NULL, &status);
    if (status != OCL_SUCCESS)
        return NULL;
    *at = ocl.EnqueueMapBuffer(q, m, 1, OCL_MAP_READ_WRITE, 0, size, 0, NULL, NULL, &status);
    if (status == OCL_SUCCESS && *at != NULL)
        return m;
    ocl.ReleaseMemObject(m);
    return NULL;
}

struct ocl_stage *ocl_new_stage(ocl_context c, ocl_device d) {
    int32_t status;
    struct ocl_stage *s = ocl_kept(calloc(1, sizeof *s));
    if (s == NULL)
        return NULL;
    s->queue = ocl_new_queue(c, d, 0, &status);
    if (status != OCL_SUCCESS) {
        free(s);
        return NULL;
    }
    s->context = c;
    s->limit = ocl_stage_shape.slots;
    s->last_busy = &s->first_busy;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->given, NULL);
    return s;
}

int32_t ocl_event_status(ocl_event e) {
    int32_t execution = OCL_COMPLETE;
    int32_t status = ocl.GetEventInfo(e, OCL_EVENT_STATUS, sizeof execution, &execution, NULL);
    return status == OCL_SUCCESS ? execution : status;
}

int32_t ocl_await(ocl_event e) {
    int32_t status = ocl.WaitForEvents(1, &e);
    int32_t execution = ocl_event_status(e);
    ocl.ReleaseEvent(e);
    return execution < 0 ? execution : status;
}

/* Keeps the first failure. */
static void note(struct ocl_stage *s, int32_t status) {
    if (status < 0 && s->failure == 0)
        s->failure = status;
}

/* Makes a slot, the next one; 0 when there is no more pinned memory. */
static int make(struct ocl_stage *s) {
    struct ocl_slot *slot = &s->slots[s->made];
    slot->pinned = ocl_new_pinned(s->context, s->queue, ocl_stage_shape.slot, &slot->at);
    if (slot->pinned == NULL) {
        s->limit = s->made;
        return 0;
    }
    s->made++;
    slot->next = s->idle;
    s->idle = slot;
    return 1;
}

static struct ocl_slot *take_idle(struct ocl_stage *s) {
    struct ocl_slot *slot = s->idle;
    s->idle = slot->next;
    return slot;
}

static struct ocl_slot *take_busy(struct ocl_stage *s) {
    struct ocl_slot *slot = s->first_busy;
    s->first_busy = slot->next;
    if (s->first_busy == NULL)
        s->last_busy = &s->first_busy;
    return slot;
}

/* A slot that can be had at once. A used one goes before a new one. */
static struct ocl_slot *take_now(struct ocl_stage *s) {
    if (s->idle != NULL)
        return take_idle(s);
    if (s->first_busy != NULL && ocl_event_status(s->first_busy->busy) <= OCL_COMPLETE)
        return take_busy(s);
    if (s->made < s->limit && make(s))
        return take_idle(s);
    return NULL;
}

/* Waits until it is the caller's turn and there is a slot, perhaps a busy one. */
static struct ocl_slot *take_in_turn(struct ocl_stage *s) {
    uint64_t mine = s->next_turn++;
    while (s->turn != mine)
        pthread_cond_wait(&s->given, &s->lock);
    struct ocl_slot *slot;
    while ((slot = take_now(s)) == NULL && s->first_busy == NULL && s->made > 0)
        pthread_cond_wait(&s->given, &s->lock);
    if (slot == NULL && s->first_busy != NULL)
        slot = take_busy(s);
    s->turn++;
    pthread_cond_broadcast(&s->given);
    return slot;
}

struct ocl_slot *ocl_stage_take(struct ocl_stage *s, int wait) {
    pthread_mutex_lock(&s->lock);
    struct ocl_slot *slot = NULL;
    if (wait)
        slot = take_in_turn(s);
    else if (s->turn == s->next_turn)
        slot = take_now(s);
    pthread_mutex_unlock(&s->lock);
    if (slot == NULL || slot->busy == NULL)
        return slot;
    int32_t status = ocl_await(slot->busy);
    slot->busy = NULL;
    if (status < 0) {
        pthread_mutex_lock(&s->lock);
        note(s, status);
        pthread_mutex_unlock(&s->lock);
    }
    return slot;
}

void ocl_stage_give(struct ocl_stage *s, struct ocl_slot *slot, ocl_event busy) {
    pthread_mutex_lock(&s->lock);
    slot->busy = busy;
    if (busy == NULL) {
        slot->next = s->idle;
        s->idle = slot;
    } else {
        slot->next = NULL;
        *s->last_busy = slot;
        s->last_busy = &slot->next;
    }
    pthread_cond_broadcast(&s->given);
    pthread_mutex_unlock(&s->lock);
}

int32_t ocl_stage_failure(struct ocl_stage *s) {
    pthread_mutex_lock(&s->lock);
    while (s->first_busy != NULL && ocl_event_status(s->first_busy->busy) <= OCL_COMPLETE) {
        struct ocl_slot *slot = take_busy(s);
        note(s, ocl_event_status(slot->busy));
        ocl.ReleaseEvent(slot->busy);
        slot->busy = NULL;
        slot->next = s->idle;
        s->idle = slot;
    }
    int32_t status = s->failure;
    s->failure = 0;
    pthread_mutex_unlock(&s->lock);
    return status;
}
