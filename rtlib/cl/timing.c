#define _GNU_SOURCE
#include "timing.h"
#include "kept.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The device's clock runs at a rate of its own: its distance is measured anew after
 * so long. */
enum { CLOCK_TRIES = 5 };
static const int64_t clock_valid = 50 * 1000 * 1000;

/* A command of the runtime: its first and its last event, retained. */
struct record {
    ocl_event first, last;
    int64_t enqueued;
    uint64_t bytes;
    uint8_t kind;
};

struct ocl_timer {
    ocl_queue queue;
    ocl_device device;
    int has_clock;
    int64_t distance, measured; /* host time less device time, and when */
    struct record *records;
    size_t n, room;
    struct record open;
};

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

/* Whether the device's driver has clGetDeviceAndHostTimer: OpenCL 2.1 or later. */
static int has_clock(ocl_device d) {
    char version[64] = "";
    ocl.GetDeviceInfo(d, OCL_DEVICE_VERSION, sizeof version - 1, version, NULL);
    return ocl_device_and_host_timer != NULL && strncmp(version, "OpenCL 1.", 9) != 0 &&
           strncmp(version, "OpenCL 2.0", 10) != 0;
}

struct ocl_timer *ocl_new_timer(ocl_queue q, ocl_device d) {
    struct ocl_timer *t = ocl_kept(calloc(1, sizeof *t));
    if (t != NULL) {
        t->queue = q;
        t->device = d;
        t->has_clock = has_clock(d);
    }
    return t;
}

static void release(struct record *r) {
    if (r->first != NULL)
        ocl.ReleaseEvent(r->first);
    if (r->last != NULL)
        ocl.ReleaseEvent(r->last);
}

void ocl_free_timer(struct ocl_timer *t) {
    if (t == NULL)
        return;
    for (size_t i = 0; i < t->n; i++)
        release(&t->records[i]);
    free(t->records);
    free(t);
}

void ocl_timer_open(struct ocl_timer *t, enum ocl_command kind, uint64_t bytes) {
    if (t != NULL)
        t->open = (struct record){NULL, NULL, now(), bytes, (uint8_t)kind};
}

void ocl_timer_note(struct ocl_timer *t, ocl_event e) {
    if (t == NULL)
        return;
    ocl.RetainEvent(e);
    if (t->open.first == NULL) {
        t->open.first = e;
        return;
    }
    if (t->open.last != NULL)
        ocl.ReleaseEvent(t->open.last);
    t->open.last = e;
}

static int make_room(struct ocl_timer *t) {
    if (t->n < t->room)
        return 1;
    size_t room = t->room ? 2 * t->room : 64;
    struct record *records = realloc(t->records, room * sizeof *records);
    if (records == NULL)
        return 0;
    t->records = records;
    t->room = room;
    return 1;
}

void ocl_timer_close(struct ocl_timer *t, int32_t status) {
    if (t == NULL)
        return;
    if (status == OCL_SUCCESS && make_room(t))
        t->records[t->n++] = t->open;
    else
        release(&t->open);
}

size_t ocl_timer_count(const struct ocl_timer *t) { return t == NULL ? 0 : t->n; }

/* A time of an event on the device's clock, 0 if it has none. */
static int64_t time_of(ocl_event e, uint32_t what) {
    uint64_t at = 0;
    if (e == NULL || ocl.GetEventProfilingInfo(e, what, sizeof at, &at, NULL) != OCL_SUCCESS)
        return 0;
    return (int64_t)at;
}

/* The device's clock by OpenCL 2.1's call; 0 where there is none. */
static int64_t ask_clock(struct ocl_timer *t, int64_t *before, int64_t *after) {
    uint64_t device = 0, host = 0;
    if (!t->has_clock)
        return 0;
    *before = now();
    int32_t status = ocl_device_and_host_timer(t->device, &device, &host);
    *after = now();
    t->has_clock = status == OCL_SUCCESS;
    return t->has_clock ? (int64_t)device : 0;
}

/* The same by when a marker was enqueued. */
static int64_t ask_marker(struct ocl_timer *t, int64_t *before, int64_t *after) {
    ocl_event e;
    *before = now();
    int32_t status = ocl.EnqueueMarkerWithWaitList(t->queue, 0, NULL, &e);
    *after = now();
    if (status != OCL_SUCCESS)
        return 0;
    ocl.WaitForEvents(1, &e);
    int64_t device = time_of(e, OCL_EVENT_QUEUED);
    ocl.ReleaseEvent(e);
    return device;
}

/* Measures how far the clocks are apart, by the quickest of some tries. */
static void measure(struct ocl_timer *t) {
    int64_t before = 0, after = 0, best = INT64_MAX;
    for (int i = 0; i < CLOCK_TRIES; i++) {
        int64_t device = ask_clock(t, &before, &after);
        if (device == 0)
            device = ask_marker(t, &before, &after);
        if (device == 0 || after - before >= best)
            continue;
        best = after - before;
        t->distance = before + best / 2 - device;
    }
    t->measured = now();
}

/* No command starts before it was enqueued, and all ended before finished: corrects
 * the distance where it says otherwise. */
static int64_t plausible(const struct ocl_timer *t, const struct ocl_timing *all, int64_t finished) {
    int64_t least = INT64_MIN, most = INT64_MAX;
    for (size_t i = 0; i < t->n; i++) {
        if (all[i].start == 0)
            continue;
        if (t->records[i].enqueued - all[i].start > least)
            least = t->records[i].enqueued - all[i].start;
        if (finished - all[i].end < most)
            most = finished - all[i].end;
    }
    if (least > most)
        return t->distance;
    return t->distance < least ? least : t->distance > most ? most : t->distance;
}

/* Device times of a record; 0 and 0 if it has none. */
static struct ocl_timing device_times(const struct record *r) {
    int64_t start = time_of(r->first, OCL_EVENT_START);
    int64_t end = time_of(r->last != NULL ? r->last : r->first, OCL_EVENT_END);
    if (start == 0 || end < start)
        start = end = 0;
    return (struct ocl_timing){start, end, r->bytes, r->kind};
}

void ocl_timings(struct ocl_timer *t, struct ocl_timing *out) {
    int64_t finished = now();
    if (t->measured == 0 || finished - t->measured > clock_valid)
        measure(t);
    for (size_t i = 0; i < t->n; i++)
        out[i] = device_times(&t->records[i]);
    int64_t distance = plausible(t, out, finished);
    for (size_t i = 0; i < t->n; i++) {
        struct record *r = &t->records[i];
        out[i].start = out[i].start == 0 ? r->enqueued : out[i].start + distance;
        out[i].end = out[i].end == 0 ? r->enqueued : out[i].end + distance;
        release(r);
    }
    t->n = 0;
}
