/* again.c: launches that C does without Go, since nothing has changed. */
#include "bridge.h"
#include "visit.h"
#include "_cgo_export.h"

#include "../../dtm/pages/pages.h"
#include "../cl/replay.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct omp2cl_turn omp2cl_turn;

/* As many launches of a region are remembered: two arrays that change places make two. */
enum { WAYS = 4 };

struct memory {
    struct omp2cl_done done;
    struct omp2cl_still *still; /* behind the values */
    struct omp2cl_value values[];
};

struct omp2cl_known {
    uintptr_t number; /* of the region in Go */
    unsigned next;    /* way to be given up */
    struct memory *ways[WAYS];
};

struct omp2cl_known *omp2cl_know(uintptr_t number) {
    struct omp2cl_known *k = calloc(1, sizeof *k);
    if (k == NULL) {
        fprintf(stderr, "omp2cl: error: out of memory\n");
        omp2cl_quit(1);
    }
    k->number = number;
    return k;
}

static void forget(struct memory *m) {
    if (m != NULL)
        ocl_free_replay(m->done.replay);
    free(m);
}

static int is_same(const struct memory *m, int device, const struct omp2cl_launch *launch,
                   const struct omp2cl_value *values) {
    return m->done.device == device && memcmp(&m->done.launch, launch, sizeof *launch) == 0 &&
           memcmp(m->values, values, m->done.nvalues * sizeof *values) == 0;
}

/* The place for a launch: that of the same one before, or the oldest. */
static struct memory **place(struct omp2cl_known *k, int device, const struct omp2cl_launch *launch,
                             const struct omp2cl_value *values) {
    for (unsigned i = 0; i < WAYS; i++)
        if (k->ways[i] == NULL || is_same(k->ways[i], device, launch, values))
            return &k->ways[i];
    return &k->ways[k->next++ % WAYS];
}

void omp2cl_remember(struct omp2cl_known *k, const struct omp2cl_done *done, const struct omp2cl_value *values,
                     const struct omp2cl_still *still) {
    struct memory *m = malloc(sizeof *m + done->nvalues * sizeof *values + done->nstill * sizeof *still);
    if (m == NULL) {
        ocl_free_replay(done->replay);
        return;
    }
    m->done = *done;
    m->done.deaths = omp2cl_pages_deaths();
    m->still = (struct omp2cl_still *)(m->values + done->nvalues);
    if (done->nvalues > 0)
        memcpy(m->values, values, done->nvalues * sizeof *values);
    if (done->nstill > 0)
        memcpy(m->still, still, done->nstill * sizeof *still);
    struct memory **way = place(k, done->device, &done->launch, values);
    forget(*way);
    *way = m;
}

static int still(const struct memory *m) {
    for (const struct omp2cl_still *s = m->still; s < m->still + m->done.nstill; s++)
        if (!omp2cl_pages_still(s->pages, s->lo, s->hi, s->away != 0))
            return 0;
    return 1;
}

/* Whether what the launch depends on is as it was. The thread has the turn. */
static int holds(const struct memory *m) {
    return m->done.epoch == atomic_load(&omp2cl_turn.epoch) && m->done.holder == omp2cl_turn.holder &&
           m->done.deaths == omp2cl_pages_deaths() && atomic_load(&omp2cl_visitors) == 1 && still(m);
}

static struct memory *find(struct omp2cl_known *k, int device, const struct omp2cl_launch *launch,
                           const struct omp2cl_value *values) {
    for (unsigned i = 0; i < WAYS && k->ways[i] != NULL; i++)
        if (is_same(k->ways[i], device, launch, values))
            return k->ways[i];
    return NULL;
}

/* The lane of the latest replay, which is the holder's while it is the number's. */
static struct {
    struct ocl_lane *lane;
    uint64_t holder;
} latest;

static void end_turn(void) {
    atomic_store(&omp2cl_turn.state, OMP2CL_TURN_IDLE);
    if (atomic_load(&omp2cl_turn.waiting) > 0)
        omp2cl_go_wake();
}

/* Only launches on devices that have a tally move anything. */
static void count(const struct omp2cl_done *d) {
    if (d->spared == 0 && d->results == 0)
        return;
    struct omp2cl_tally *t = &omp2cl_turn.tallies[d->device];
    atomic_fetch_add(&t->spared, d->spared);
    atomic_fetch_add(&t->results, d->results);
    atomic_fetch_add(&t->result_bytes, d->result_bytes);
}

static enum ocl_replayed replay(const struct omp2cl_done *d) {
    omp2cl_pages_check_handler();
    if (!atomic_load(&omp2cl_turn.left))
        atomic_store(&omp2cl_turn.left, 1);
    enum ocl_replayed done = ocl_replay(d->replay);
    latest.lane = ocl_lane_of(d->replay);
    latest.holder = d->holder;
    if (done == OCL_REPLAYED) {
        if (ocl_replay_is_awaited(d->replay))
            atomic_store(&omp2cl_turn.left, 0);
        count(d);
    }
    return done;
}

int omp2cl_again(const struct omp2cl_region *region, int device, const struct omp2cl_launch *launch,
                 const struct omp2cl_value *values) {
    struct omp2cl_known *k = __atomic_load_n((struct omp2cl_known **)region->slot, __ATOMIC_ACQUIRE);
    unsigned idle = OMP2CL_TURN_IDLE;
    if (k == NULL || k->ways[0] == NULL ||
        !atomic_compare_exchange_strong(&omp2cl_turn.state, &idle, OMP2CL_TURN_TAKEN))
        return 0;
    struct memory *m = find(k, device, launch, values);
    enum ocl_replayed done = OCL_NOT_REPLAYED;
    if (m != NULL && holds(m))
        done = replay(&m->done);
    end_turn();
    if (done == OCL_REPLAY_FAILED)
        omp2cl_go_settle(); /* which ends the program */
    return done != OCL_NOT_REPLAYED;
}

int omp2cl_await_replays(void) {
    unsigned idle = OMP2CL_TURN_IDLE;
    if (!atomic_compare_exchange_strong(&omp2cl_turn.state, &idle, OMP2CL_TURN_TAKEN))
        return 0;
    int done = latest.lane != NULL && latest.holder == omp2cl_turn.holder && ocl_await_lane(latest.lane);
    if (done)
        atomic_store(&omp2cl_turn.left, 0);
    end_turn();
    return done;
}
