#define _GNU_SOURCE
#include "reader.h"
#include "../../dtm/pages/pages.h"
#include "guard.h"
#include "pinner.h"
#include "stage.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>

/* What others make of a read takes longer than the read: many slots, of which most are being
 * emptied; and from here on larger reads are hardly faster. Reads into plain memory are
 * slower, and the driver copies in the thread that waits for them: one slot to copy to, and
 * one to be emptied. */
enum { READER_SLOTS = 16, PLAIN_SLOTS = 2, READER_SLOT = 1 << 20 };

/* A MiB is pinned for each of so many MiB that have been fetched: pinning one takes as long
 * as fetching 4 from plain memory (0.7 ms on an H200), and other calls of the driver wait. */
enum { WORTH = 4 };

struct reader {
    struct omp2cl_reader interface;
    ocl_queue queue;
    struct ocl_gate *gate;
    struct ocl_stage *stage;        /* or NULL */
    void *slots[READER_SLOTS];      /* in use; the service's own */
    ocl_event events[READER_SLOTS]; /* of what is under way */
    char *plain;                    /* the first slots at the beginning */

    pthread_mutex_t lock; /* what follows, but that pinned is read without */
    void *pinned[READER_SLOTS]; /* atomic: what slots shall be */
    unsigned made, limit;
    uint64_t fetched; /* bytes */
    struct ocl_wish wish;
    int asked;
};

/* Gives a slot that is not in use pinned memory, if there is some by now. */
static void improve(struct reader *r, unsigned s) {
    void *pinned = __atomic_load_n(&r->pinned[s], __ATOMIC_ACQUIRE);
    if (pinned == NULL || r->slots[s] == pinned)
        return;
    if (r->slots[s] != NULL)
        munmap(r->slots[s], READER_SLOT);
    r->slots[s] = pinned;
}

/* Adds pinned slots. */
static void add(struct reader *r, char *at, size_t size) {
    for (; size >= READER_SLOT && r->made < r->limit; at += READER_SLOT, size -= READER_SLOT)
        __atomic_store_n(&r->pinned[r->made++], at, __ATOMIC_RELEASE);
    if (r->made > PLAIN_SLOTS)
        __atomic_store_n(&r->interface.nslots, r->made, __ATOMIC_RELEASE);
}

/* Takes what the stage can spare, as much as has been fetched. */
static void borrow(struct reader *r) {
    size_t size;
    if (r->stage == NULL || r->made >= r->limit || r->made * (uint64_t)READER_SLOT > r->fetched)
        return;
    char *at = ocl_stage_lend(r->stage, READER_SLOT, &size);
    if (at != NULL)
        add(r, at, size);
}

static void want_more(struct reader *r) {
    if (r->asked || r->made >= r->limit || (r->made + 1) * (uint64_t)READER_SLOT > r->fetched / WORTH)
        return;
    r->asked = 1;
    ocl_pinner_ask(&r->wish);
}

/* The pinner has made a slot, or there is no more memory. */
static void answer(struct ocl_wish *w, ocl_mem pinned, char *at) {
    struct reader *r = (struct reader *)((char *)w - offsetof(struct reader, wish));
    pthread_mutex_lock(&r->lock);
    r->asked = 0;
    if (pinned == NULL)
        r->limit = r->made;
    else
        add(r, at, w->size);
    want_more(r);
    pthread_mutex_unlock(&r->lock);
}

/* Sees to it that much is fetched through pinned memory. */
static void count(struct reader *r, size_t n) {
    pthread_mutex_lock(&r->lock);
    r->fetched += n;
    borrow(r);
    want_more(r);
    pthread_mutex_unlock(&r->lock);
}

static int start(void *self, unsigned s, void *mem, uint64_t off, size_t n, void *after) {
    struct reader *r = self;
    ocl_event events[2], gate = ocl_gate_event(r->gate);
    unsigned n_events = 0;
    count(r, n);
    improve(r, s);
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

/* Small pages: a page of 64 KiB must not wait for zeros in 2 MiB. */
static int32_t make_plain(struct reader *r) {
    size_t size = PLAIN_SLOTS * READER_SLOT;
    r->plain = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (r->plain == MAP_FAILED)
        return OCL_OUT_OF_HOST_MEMORY;
    madvise(r->plain, size, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < PLAIN_SLOTS; i++)
        r->slots[i] = r->plain + i * READER_SLOT;
    return OCL_SUCCESS;
}

static int32_t make_queues(struct reader *r, ocl_context c, ocl_device d) {
    int32_t status;
    r->queue = ocl_new_queue(c, d, 0, &status);
    if (status != OCL_SUCCESS)
        return status;
    r->wish.queue = r->stage != NULL ? r->stage->queue : ocl_new_queue(c, d, 0, &status);
    if (status != OCL_SUCCESS)
        ocl.ReleaseCommandQueue(r->queue);
    return status;
}

static int32_t open_reader(struct reader *r, ocl_context c, ocl_device d) {
    int32_t status = make_plain(r);
    if (status != OCL_SUCCESS)
        return status;
    status = make_queues(r, c, d);
    if (status != OCL_SUCCESS)
        munmap(r->plain, PLAIN_SLOTS * READER_SLOT);
    return status;
}

struct omp2cl_reader *ocl_new_reader(ocl_context c, ocl_device d, struct ocl_stage *stage, struct ocl_gate *gate,
                                     int32_t *status) {
    struct reader *r = calloc(1, sizeof *r);
    if (r != NULL)
        r->stage = stage;
    *status = r != NULL ? open_reader(r, c, d) : OCL_OUT_OF_HOST_MEMORY;
    if (*status != OCL_SUCCESS) {
        free(r);
        return NULL;
    }
    r->gate = gate;
    r->limit = READER_SLOTS;
    r->wish.context = c;
    r->wish.size = READER_SLOT;
    r->wish.answer = answer;
    pthread_mutex_init(&r->lock, NULL);
    r->interface = (struct omp2cl_reader){r, PLAIN_SLOTS, READER_SLOT, r->slots, start, finish};
    return &r->interface;
}
