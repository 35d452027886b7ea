#include "stage.h"
#include "guard.h"
#include "kept.h"

#include <stddef.h>
#include <stdlib.h>

enum { WORTH = 8, ENOUGH = 2 << 20, MOST_LEFT = 24 << 20 };

struct ocl_stage_shape ocl_stage_shape = {
    .slots = 8, .slot = 4 << 20, .chunk = 256 << 10, .grain = 256 << 10};

/* The first slot is soon made, and a little goes through it. Those behind are twice as
 * large each, up to what is best where much is moved. */
static size_t next_size(const struct ocl_stage *s) {
    size_t size = ocl_stage_shape.chunk << s->made;
    return size < ocl_stage_shape.slot ? size : ocl_stage_shape.slot;
}

static void put_idle(struct ocl_stage *s, struct ocl_slot *slot) {
    slot->next = s->idle;
    s->idle = slot;
}

/* How many slots the stage has: those made and not lent. */
static unsigned slots_of(const struct ocl_stage *s) { return s->made - s->lent; }

/* Adds a slot; 0 when there is no more pinned memory. */
static int add(struct ocl_stage *s, ocl_mem pinned, char *at, size_t size) {
    if (pinned == NULL) {
        s->limit = slots_of(s);
        return 0;
    }
    struct ocl_slot *slot = &s->slots[s->made];
    *slot = (struct ocl_slot){.at = at, .size = size, .pinned = pinned};
    put_idle(s, slot);
    s->pinned += size;
    s->made++;
    return 1;
}

/* Whether another slot is worth it: pinning a MiB takes as long as is won by moving 7 or 8
 * through pinned memory (0.6 ms on an H200, where a MiB takes 0.1 ms and 0.02). The first
 * one is made by who needs it, or when so much has gone without that some are. */
static int is_worth_more(const struct ocl_stage *s) {
    uint64_t worth = s->moved / WORTH;
    return s->made == 0 ? worth >= ENOUGH : s->pinned < worth;
}

static void want_more(struct ocl_stage *s) {
    if (s->asked || s->made == OCL_SLOTS || slots_of(s) >= s->limit || !is_worth_more(s))
        return;
    s->asked = 1;
    s->wish.size = next_size(s);
    ocl_pinner_ask(&s->wish);
}

/* The first one is waited for. */
static int make_first(struct ocl_stage *s) {
    char *at = NULL;
    size_t size = next_size(s);
    if (s->limit == 0)
        return 0;
    ocl_mem pinned = ocl_new_pinned(s->wish.context, s->queue, size, &at);
    if (!add(s, pinned, at, size))
        return 0;
    want_more(s);
    return 1;
}

/* The pinner has made a slot, or there is no more memory. */
static void answer(struct ocl_wish *w, ocl_mem pinned, char *at) {
    struct ocl_stage *s = (struct ocl_stage *)((char *)w - offsetof(struct ocl_stage, wish));
    pthread_mutex_lock(&s->lock);
    s->asked = 0;
    add(s, pinned, at, w->size);
    want_more(s);
    pthread_cond_broadcast(&s->given);
    pthread_mutex_unlock(&s->lock);
}

void ocl_stage_expect(struct ocl_stage *s, uint64_t n) {
    pthread_mutex_lock(&s->lock);
    s->moved += n;
    want_more(s);
    pthread_mutex_unlock(&s->lock);
}

int ocl_stage_leaves(struct ocl_stage *s, uint64_t n) {
    pthread_mutex_lock(&s->lock);
    int leaves = s->pinned < ENOUGH && n <= MOST_LEFT - s->left;
    if (leaves)
        s->left += n;
    pthread_mutex_unlock(&s->lock);
    return leaves;
}

int ocl_stage_is_small(struct ocl_stage *s) {
    pthread_mutex_lock(&s->lock);
    int small = s->pinned < ENOUGH;
    pthread_mutex_unlock(&s->lock);
    return small;
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
    s->wish.context = c;
    s->wish.queue = s->queue;
    s->wish.answer = answer;
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

/* The largest. */
static struct ocl_slot *take_idle(struct ocl_stage *s) {
    struct ocl_slot **best = &s->idle;
    for (struct ocl_slot **at = &s->idle; *at != NULL; at = &(*at)->next)
        if ((*at)->size > (*best)->size)
            best = at;
    struct ocl_slot *slot = *best;
    *best = slot->next;
    return slot;
}

static struct ocl_slot *take_busy(struct ocl_stage *s) {
    struct ocl_slot *slot = s->first_busy;
    s->first_busy = slot->next;
    if (s->first_busy == NULL)
        s->last_busy = &s->first_busy;
    return slot;
}

/* A slot that can be had at once. */
static struct ocl_slot *take_now(struct ocl_stage *s) {
    if (s->idle != NULL)
        return take_idle(s);
    if (s->first_busy != NULL && ocl_event_status(s->first_busy->busy) <= OCL_COMPLETE)
        return take_busy(s);
    return s->made == 0 && make_first(s) ? take_idle(s) : NULL;
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
        put_idle(s, slot);
    } else {
        slot->next = NULL;
        *s->last_busy = slot;
        s->last_busy = &slot->next;
    }
    pthread_cond_broadcast(&s->given);
    pthread_mutex_unlock(&s->lock);
}

/* Makes the slots idle whose commands are over. */
static void reclaim(struct ocl_stage *s) {
    while (s->first_busy != NULL && ocl_event_status(s->first_busy->busy) <= OCL_COMPLETE) {
        struct ocl_slot *slot = take_busy(s);
        note(s, ocl_event_status(slot->busy));
        ocl.ReleaseEvent(slot->busy);
        slot->busy = NULL;
        put_idle(s, slot);
    }
}

/* A slot of at least so many bytes that the stage can spare. Two stay: one to be filled, and
 * one to be emptied. */
static struct ocl_slot *take_spare(struct ocl_stage *s, size_t least) {
    enum { STAY = 2 };
    if (slots_of(s) <= STAY || s->turn != s->next_turn)
        return NULL;
    reclaim(s);
    if (s->idle == NULL)
        return NULL;
    struct ocl_slot *slot = take_idle(s);
    if (slot->size < least) {
        put_idle(s, slot);
        return NULL;
    }
    s->lent++;
    s->pinned -= slot->size;
    return slot;
}

char *ocl_stage_lend(struct ocl_stage *s, size_t least, size_t *size) {
    if (pthread_mutex_trylock(&s->lock) != 0)
        return NULL;
    struct ocl_slot *slot = take_spare(s, least);
    pthread_mutex_unlock(&s->lock);
    if (slot == NULL)
        return NULL;
    *size = slot->size;
    return slot->at;
}

int32_t ocl_stage_failure(struct ocl_stage *s) {
    pthread_mutex_lock(&s->lock);
    reclaim(s);
    int32_t status = s->failure;
    s->failure = 0;
    pthread_mutex_unlock(&s->lock);
    return status;
}
