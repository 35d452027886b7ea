/* launch.c: the path every target region takes, in one call from Go. */
#include "guard.h"
#include "kept.h"
#include "lane.h"
#include "replay.h"

#include <stdlib.h>
#include <string.h>

/* What a kernel object holds as one argument. id 0 with is_set means a null
 * buffer; buffers compare by id, since a handle may be reused after a release. */
struct held {
    uint8_t is_set;
    uint8_t kind;
    uint16_t size;
    uint64_t id;
    unsigned char value[16];
};

struct ocl_launcher {
    ocl_kernel kernel;
    uint32_t nheld;
    struct held *held;
    uint32_t nsizes; /* kinds of launches it has had, see is_first */
    size_t *sizes;
    const struct ocl_replay *of; /* the replay whose arguments it holds; NULL: not known */
};

struct ocl_launcher *ocl_new_launcher(ocl_kernel kernel) {
    struct ocl_launcher *l = ocl_kept(calloc(1, sizeof *l));
    if (l != NULL)
        l->kernel = kernel;
    return l;
}

void ocl_free_launcher(struct ocl_launcher *l) {
    ocl.ReleaseKernel(l->kernel);
    free(l->held);
    free(l->sizes);
    free(l);
}

static int make_room(struct ocl_launcher *l, uint32_t nargs) {
    if (nargs <= l->nheld)
        return 1;
    struct held *held = realloc(l->held, nargs * sizeof *held);
    if (held == NULL)
        return 0;
    memset(held + l->nheld, 0, (nargs - l->nheld) * sizeof *held);
    l->held = held;
    l->nheld = nargs;
    return 1;
}

/* The bytes of an argument, and how many; word is room for them. */
static const void *argument_bytes(const struct ocl_arg *a, size_t *size, uint64_t *word) {
    const void *host = (const void *)(uintptr_t)a->word;
    *size = 8;
    switch (a->kind) {
    case OCL_ARG_BYTES:
        *size = a->size;
        return host;
    case OCL_ARG_HOST:
        *word = 0;
        memcpy(word, host, a->size);
        return word;
    }
    return &a->word;
}

static int32_t set_argument(struct ocl_launcher *l, uint32_t i, const struct ocl_arg *a) {
    struct held *h = &l->held[i];
    size_t size;
    uint64_t word;
    const void *bytes = argument_bytes(a, &size, &word);
    int small = size <= sizeof h->value;
    if (h->is_set && h->kind == a->kind && h->id == a->id && h->size == size && small &&
        memcmp(h->value, bytes, size) == 0)
        return OCL_SUCCESS;
    int is_null = a->kind == OCL_ARG_BUFFER && a->word == 0;
    int32_t status = ocl.SetKernelArg(l->kernel, i, size, is_null ? NULL : bytes);
    h->is_set = status == OCL_SUCCESS && small;
    h->kind = (uint8_t)a->kind;
    h->size = (uint16_t)size;
    h->id = a->id;
    if (small)
        memcpy(h->value, bytes, size);
    return status;
}

/* Whether this is the first launch of its kind, for which the driver may have to
 * compile: PoCL does for each local size, for small and for large grids. */
static int is_first(struct ocl_launcher *l, size_t groups, size_t local) {
    size_t kind = 2 * local + (groups * local > 65535);
    for (uint32_t i = 0; i < l->nsizes; i++)
        if (l->sizes[i] == kind)
            return 0;
    size_t *sizes = realloc(l->sizes, (l->nsizes + 1) * sizeof *sizes);
    if (sizes == NULL)
        return 1;
    l->sizes = sizes;
    l->sizes[l->nsizes++] = kind;
    return 1;
}

/* Enqueues, and keeps the times where they are wanted. */
static int32_t enqueue_timed(struct ocl_launcher *l, struct ocl_lane *lane, size_t global, size_t local) {
    ocl_event e = NULL;
    ocl_timer_open(lane->timer, OCL_LAUNCH, 0);
    int32_t status = ocl.EnqueueNDRangeKernel(lane->queue, l->kernel, 1, NULL, &global, &local, 0, NULL, &e);
    if (status == OCL_SUCCESS) {
        ocl_timer_note(lane->timer, e);
        ocl.ReleaseEvent(e);
    }
    ocl_timer_close(lane->timer, status);
    return status;
}

static int32_t finish(struct ocl_lane *lane, const char **call) {
    *call = "clFinish";
    return ocl_finish(lane);
}

/* How many launches that are left running go by before the queue is flushed where the driver
 * needs no telling: clFlush costs 0.7 to 1 µs of 6 for a launch on an H200, whose commands
 * start without. */
enum { FLUSH = 16 };

/* Lets the commands of a lane go on: the device starts now, and the page service's
 * reads come behind them. */
static void leave(struct ocl_lane *lane) {
    ocl_gate_close(lane->gate, lane->queue);
    if (!lane->submits || ++lane->left % FLUSH == 0)
        ocl.Flush(lane->queue);
}

static int32_t enqueue(struct ocl_launcher *l, struct ocl_lane *lane, size_t groups, size_t local,
                       enum ocl_then then, const char **call) {
    size_t global = groups * local;
    int32_t status;
    if (lane->timer != NULL)
        status = enqueue_timed(l, lane, global, local);
    else
        status = ocl.EnqueueNDRangeKernel(lane->queue, l->kernel, 1, NULL, &global, &local, 0, NULL, NULL);
    if (status != OCL_SUCCESS) {
        *call = "clEnqueueNDRangeKernel";
        return status;
    }
    if (then == OCL_LEAVE)
        leave(lane);
    return then == OCL_AWAIT ? finish(lane, call) : OCL_SUCCESS;
}

int32_t ocl_launch(struct ocl_launcher *l, struct ocl_lane *lane, const struct ocl_arg *args,
                   uint32_t nargs, size_t groups, size_t local, enum ocl_then then,
                   const char **call) {
    if (!make_room(l, nargs)) {
        *call = "calloc";
        return OCL_OUT_OF_HOST_MEMORY;
    }
    l->of = NULL;
    for (uint32_t i = 0; i < nargs; i++) {
        int32_t status = set_argument(l, i, &args[i]);
        if (status != OCL_SUCCESS) {
            *call = "clSetKernelArg";
            return status;
        }
    }
    if (!is_first(l, groups, local))
        return enqueue(l, lane, groups, local, then, call);
    struct ocl_guard g;
    ocl_guard_enter(&g);
    int32_t status = enqueue(l, lane, groups, local, OCL_GO_ON, call);
    ocl_guard_admit(&g);
    if (status == OCL_SUCCESS)
        status = finish(lane, call);
    ocl_guard_leave(&g);
    return status;
}

/* How many replays of a lane go by before one is awaited that came as many before. */
enum { PACE = 128 };

struct ocl_replay {
    struct ocl_launcher *launcher;
    struct ocl_lane *lane;
    size_t global, local;
    enum ocl_then then;
    uint32_t nargs, nreads;
    struct reading *reads; /* behind the arguments */
    struct ocl_arg args[];
};

struct reading {
    ocl_mem from;
    struct ocl_range range;
};

struct ocl_replay *ocl_new_replay(struct ocl_launcher *l, struct ocl_lane *lane, const struct ocl_arg *args,
                                  uint32_t nargs, size_t groups, size_t local, enum ocl_then then, uint32_t nreads) {
    struct ocl_replay *r = malloc(sizeof *r + nargs * sizeof *args + nreads * sizeof *r->reads);
    if (r == NULL)
        return NULL;
    *r = (struct ocl_replay){l, lane, groups * local, local, then, nargs, nreads, (struct reading *)(r->args + nargs)};
    memcpy(r->args, args, nargs * sizeof *args);
    return r;
}

void ocl_replay_reads(struct ocl_replay *r, uint32_t i, ocl_mem from, struct ocl_range range) {
    r->reads[i] = (struct reading){from, range};
}

void ocl_free_replay(struct ocl_replay *r) { free(r); }

/* Sets what differs from what the kernel object holds. Behind a launch of the same
 * replay that can be values only. */
static int32_t set_arguments(struct ocl_replay *r) {
    struct ocl_launcher *l = r->launcher;
    int again = l->of == r;
    l->of = NULL;
    for (uint32_t i = 0; i < r->nargs; i++) {
        if (again && r->args[i].kind != OCL_ARG_BYTES && r->args[i].kind != OCL_ARG_HOST)
            continue;
        int32_t status = set_argument(l, i, &r->args[i]);
        if (status != OCL_SUCCESS)
            return status;
    }
    l->of = r;
    return OCL_SUCCESS;
}

/* Enqueues. Now and then it waits for what was enqueued a while ago, so that what is
 * under way stays bounded while the device always has something to do. */
static int32_t enqueue_paced(struct ocl_replay *r) {
    struct ocl_lane *lane = r->lane;
    int mark = ++lane->replays % PACE == 0;
    ocl_event e = NULL;
    int32_t status = ocl.EnqueueNDRangeKernel(lane->queue, r->launcher->kernel, 1, NULL, &r->global, &r->local, 0,
                                              NULL, mark ? &e : NULL);
    if (status == OCL_SUCCESS)
        leave(lane);
    if (e == NULL)
        return status;
    ocl_event before = lane->pace;
    lane->pace = e;
    if (before != NULL)
        lane->broken = ocl_await(before);
    return status;
}

static int32_t enqueue_awaited(struct ocl_replay *r) {
    return ocl.EnqueueNDRangeKernel(r->lane->queue, r->launcher->kernel, 1, NULL, &r->global, &r->local, 0, NULL, NULL);
}

/* Does the reads, and waits for them. */
static int32_t end_awaited(struct ocl_replay *r) {
    int32_t status = OCL_SUCCESS;
    for (const struct reading *x = r->reads; x < r->reads + r->nreads && status == OCL_SUCCESS; x++)
        status = ocl_read(r->lane, x->from, x->range.off, x->range.host, x->range.size);
    int32_t finished = ocl_finish(r->lane);
    return status != OCL_SUCCESS ? status : finished;
}

enum ocl_replayed ocl_replay(struct ocl_replay *r) {
    if (r->lane->broken != OCL_SUCCESS || set_arguments(r) != OCL_SUCCESS)
        return OCL_NOT_REPLAYED;
    if (r->then == OCL_LEAVE)
        return enqueue_paced(r) == OCL_SUCCESS ? OCL_REPLAYED : OCL_NOT_REPLAYED;
    if (enqueue_awaited(r) != OCL_SUCCESS)
        return OCL_NOT_REPLAYED;
    r->lane->broken = end_awaited(r);
    return r->lane->broken == OCL_SUCCESS ? OCL_REPLAYED : OCL_REPLAY_FAILED;
}

int ocl_replay_is_awaited(const struct ocl_replay *r) { return r->then == OCL_AWAIT; }

struct ocl_lane *ocl_lane_of(const struct ocl_replay *r) { return r->lane; }

int ocl_await_lane(struct ocl_lane *l) {
    if (l->broken == OCL_SUCCESS)
        l->broken = ocl_finish(l);
    return l->broken == OCL_SUCCESS;
}
