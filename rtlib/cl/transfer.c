/* transfer.c: transfers between user memory and buffers, through pinned memory.
 *
 * A large transfer goes in chunks of a slot each. While one chunk is moved by the
 * device, the copiers fill or empty others; the calling thread starts commands, and
 * copies when it has nothing to start. A write has taken the host's bytes when it
 * returns, a read has delivered them.
 *
 * Small transfers go through pinned memory of the lane. A small read is copied to the
 * host when the queue is finished. */
#include "lane.h"

#include <string.h>
#include <sys/mman.h>

/* A status of our own, from the start of a transfer only. */
enum { NO_PINNED_MEMORY = 1 };

/* What pinned memory wins in reads is a part of what it wins in writes: a MiB takes a
 * driver 0.09 and 0.17 ms on an H200, and 0.05 and 0.02 go by with it. */
enum { READS_WORTH = 4 };

enum { PAGE = 4096, MOST_BY_DRIVER = 64 << 20 };
enum { SMALL_ROOM = 256 << 10, SMALL_MOST = 32 << 10, SMALL_ALIGN = 64 };

/* Part of a transfer that is in a slot. */
struct chunk {
    struct ocl_slot *slot;
    struct ocl_batch batch;
    struct ocl_place from; /* where it is in the ranges */
    size_t n;
    ocl_event event; /* of a read */
};

/* What a transfer is between. */
struct target {
    struct ocl_lane *lane;
    ocl_mem mem;
    const struct ocl_range *ranges;
};

/* A transfer in progress. chunks is a ring: count of them from first on. */
struct transfer {
    struct target on;
    struct ocl_place at; /* what no chunk has yet */
    uint64_t left;       /* bytes from there on */
    size_t chunk;        /* bytes of a chunk */
    int parallel;        /* worth waking copiers */
    struct chunk chunks[OCL_SLOTS];
    unsigned first, count;
    unsigned landed; /* chunks of a read, from first on, that are in their slots */
    int32_t status;
};

static struct chunk *nth(struct transfer *t, unsigned i) {
    return &t->chunks[(t->first + i) % OCL_SLOTS];
}

static void drop_first(struct transfer *t) {
    t->first = (t->first + 1) % OCL_SLOTS;
    t->count--;
}

/* Gives up on what has not been started. */
static void fail(struct transfer *t, int32_t status) {
    if (t->status == OCL_SUCCESS)
        t->status = status;
    t->left = 0;
}

static void begin(struct transfer *t, const struct target *on, uint64_t total) {
    const struct ocl_stage_shape *shape = &ocl_stage_shape;
    t->on = *on;
    t->at = (struct ocl_place){0, 0};
    t->left = total;
    t->first = t->count = t->landed = 0;
    t->status = OCL_SUCCESS;
    size_t quarter = ((size_t)(total / 4) + 4095) & ~(size_t)4095;
    t->chunk = quarter < shape->chunk ? shape->chunk : quarter;
    if (t->chunk > shape->slot)
        t->chunk = shape->slot;
    t->parallel = total > shape->grain;
}

/* Moves n bytes between host memory and a buffer; *event, where it is wanted,
 * completes with them. */
static int32_t move(const struct target *t, int to_host, uint64_t off, void *at, size_t n, ocl_event *event) {
    struct ocl_lane *l = t->lane;
    ocl_event e = NULL, *want = event != NULL || l->timer != NULL ? &e : NULL;
    int32_t status = to_host ? ocl.EnqueueReadBuffer(l->queue, t->mem, 0, off, n, at, 0, NULL, want)
                             : ocl.EnqueueWriteBuffer(l->queue, t->mem, 0, off, n, at, 0, NULL, want);
    if (status != OCL_SUCCESS || want == NULL)
        return status;
    ocl_timer_note(l->timer, e);
    if (event != NULL)
        *event = e;
    else
        ocl.ReleaseEvent(e);
    return OCL_SUCCESS;
}

/* How many of the next bytes, at most most, are one piece of the buffer; moves the
 * place behind them. */
static size_t contiguous(const struct target *t, struct ocl_place *at, uint64_t most) {
    const struct ocl_range *r = t->ranges;
    size_t i = at->range;
    uint64_t n = r[i].size - at->in;
    while (n < most && r[i].off + r[i].size == r[i + 1].off)
        n += r[++i].size;
    if (n > most)
        *at = (struct ocl_place){i, r[i].size - (n - most)};
    else
        *at = (struct ocl_place){i + 1, 0};
    return n < most ? n : most;
}

/* Moves n bytes that are packed at a place in pinned memory. *event, where it is
 * wanted, completes with all of them. */
static int32_t move_packed(const struct target *t, int to_host, struct ocl_place from, char *packed,
                           size_t n, ocl_event *event) {
    int32_t status = OCL_SUCCESS;
    for (size_t done = 0, part; done < n && status == OCL_SUCCESS; done += part) {
        uint64_t off = t->ranges[from.range].off + from.in;
        part = contiguous(t, &from, n - done);
        status = move(t, to_host, off, packed + done, part, done + part == n ? event : NULL);
    }
    return status;
}

/* Starts the commands for a chunk. */
static int32_t move_chunk(struct transfer *t, struct chunk *c, int to_host) {
    c->event = NULL;
    int32_t status = move_packed(&t->on, to_host, c->from, c->slot->at, c->n, &c->event);
    if (status != OCL_SUCCESS)
        ocl.Finish(t->on.lane->queue); /* none may use the slot any more */
    else
        ocl.Flush(t->on.lane->queue);
    return status;
}

/* Makes the next chunk in a slot, if there is one. */
static struct chunk *next_chunk(struct transfer *t, int to_host) {
    if (t->left == 0 || t->count == OCL_SLOTS)
        return NULL;
    struct ocl_slot *slot = ocl_stage_take(t->on.lane->stage, t->count == 0);
    if (slot == NULL) {
        if (t->count == 0)
            fail(t, NO_PINNED_MEMORY);
        return NULL;
    }
    struct chunk *c = nth(t, t->count++);
    c->slot = slot;
    c->from = t->at;
    size_t most = t->chunk < slot->size ? t->chunk : slot->size;
    c->n = t->left < most ? t->left : most;
    c->batch.ranges = t->on.ranges;
    c->batch.to_host = to_host;
    t->at = ocl_batch_fill(&c->batch, t->at, slot->at, c->n, ocl_stage_shape.grain);
    t->left -= c->n;
    return c;
}

/* Sends the first chunk, which is in its slot. */
static void send_first(struct transfer *t) {
    struct chunk *c = nth(t, 0);
    int32_t status = t->status == OCL_SUCCESS ? move_chunk(t, c, 0) : t->status;
    if (status != OCL_SUCCESS)
        fail(t, status);
    ocl_stage_give(t->on.lane->stage, c->slot, status == OCL_SUCCESS ? c->event : NULL);
    drop_first(t);
}

static int32_t staged_write(const struct target *on, uint64_t total) {
    struct transfer t;
    begin(&t, on, total);
    ocl_stage_expect(on->lane->stage, total);
    while (t.left > 0 || t.count > 0) {
        struct chunk *c;
        if (t.count > 0 && ocl_copy_done(&nth(&t, 0)->batch))
            send_first(&t);
        else if ((c = next_chunk(&t, 0)) != NULL && t.parallel)
            ocl_copy_start(&c->batch);
        else if (t.count > 0 && !ocl_copy_help(&nth(&t, 0)->batch))
            ocl_copy_finish(&nth(&t, 0)->batch);
    }
    return t.status;
}

/* Takes the next chunk of a read from the device. Until the first one has come, which
 * may be after a long kernel, two slots will do. */
static int fetch_chunk(struct transfer *t, int *first_landed) {
    if (!*first_landed && t->count == 2)
        return 0;
    struct chunk *c = next_chunk(t, 1);
    if (c == NULL)
        return 0;
    int32_t status = move_chunk(t, c, 1);
    if (status == OCL_SUCCESS)
        return 1;
    fail(t, status);
    ocl_stage_give(t->on.lane->stage, c->slot, NULL);
    t->count--;
    return 1;
}

/* Waits for the next chunk to be in its slot, and has it copied. */
static void land_chunk(struct transfer *t) {
    struct chunk *c = nth(t, t->landed++);
    int32_t status = ocl_await(c->event);
    if (status != OCL_SUCCESS) {
        ocl.Finish(t->on.lane->queue); /* none may use the slot any more */
        fail(t, status);
    }
    if (t->status != OCL_SUCCESS)
        c->batch.npieces = 0; /* nothing to copy */
    else if (t->parallel)
        ocl_copy_start(&c->batch);
}

/* Copies a piece of what has landed, if there is one. */
static int help_landed(struct transfer *t) {
    for (unsigned i = 0; i < t->landed; i++)
        if (ocl_copy_help(&nth(t, i)->batch))
            return 1;
    return 0;
}

static int32_t staged_read(const struct target *on) {
    struct transfer t;
    int first_landed = 0;
    begin(&t, on, on->ranges[0].size);
    while (t.left > 0 || t.count > 0) {
        if (t.landed > 0 && ocl_copy_done(&nth(&t, 0)->batch)) {
            ocl_stage_give(on->lane->stage, nth(&t, 0)->slot, NULL);
            t.landed--;
            drop_first(&t);
        } else if (fetch_chunk(&t, &first_landed) || help_landed(&t)) {
            continue;
        } else if (t.landed < t.count) {
            land_chunk(&t);
            first_landed = 1;
        } else if (t.count > 0) {
            ocl_copy_finish(&nth(&t, 0)->batch);
        }
    }
    return t.status;
}

/* n bytes of the lane's own pinned memory, NULL when there is no room. */
static char *small(struct ocl_lane *l, uint64_t n) {
    if (n > SMALL_MOST)
        return NULL;
    if (l->small == NULL && l->pinned == NULL)
        l->pinned = ocl_new_pinned(l->stage->wish.context, l->stage->queue, SMALL_ROOM, &l->small);
    if (l->pinned == NULL || SMALL_ROOM - l->used < n)
        return NULL;
    char *at = l->small + l->used;
    l->used += (n + SMALL_ALIGN - 1) & ~(uint64_t)(SMALL_ALIGN - 1);
    return at;
}

/* Before host memory is used out of the order of the queue: reads that will still
 * write there come first. */
static int32_t settle(struct ocl_lane *l, uintptr_t host, uint64_t n) {
    if (l->nlate == 0 || host >= l->late_hi || host + n <= l->late_lo)
        return OCL_SUCCESS;
    return ocl_finish(l);
}

/* Writes through the lane's own pinned memory. */
static int32_t small_write(const struct target *on, char *packed, uint64_t total) {
    const struct ocl_range *r = on->ranges;
    for (uint64_t done = 0; done < total; done += r++->size)
        memcpy(packed + done, (const void *)r->host, r->size);
    return move_packed(on, 0, (struct ocl_place){0, 0}, packed, total, NULL);
}

/* Reads into the lane's own pinned memory; the host gets it from there later. */
static int32_t small_read(const struct target *on, char *packed) {
    struct ocl_lane *l = on->lane;
    const struct ocl_range *r = on->ranges;
    int32_t status = move(on, 1, r->off, packed, r->size, NULL);
    if (status != OCL_SUCCESS)
        return status;
    if (l->nlate == 0 || r->host < l->late_lo)
        l->late_lo = r->host;
    if (l->nlate == 0 || r->host + r->size > l->late_hi)
        l->late_hi = r->host + r->size;
    l->late[l->nlate++] = (struct ocl_late){packed, r->host, r->size};
    return OCL_SUCCESS;
}

/* Touches each page as the driver is going to, without a change. */
static void touch(const struct ocl_range *r, size_t nranges, int to_host) {
    for (const struct ocl_range *last = r + nranges; r < last; r++) {
        for (uintptr_t at = r->host, end = at + r->size; at < end; at = (at | (PAGE - 1)) + 1) {
            if (to_host)
                __atomic_fetch_or((char *)at, 0, __ATOMIC_RELAXED);
            else
                (void)*(const volatile char *)at;
        }
    }
}

/* The driver moves user memory itself. Touching it, it may wait for the page service,
 * which must not wait for the driver in turn: the gate is opened first. Nor may it wait
 * where pages may never have been there, or be protected: so many of its threads could that
 * none is left for what the service is just reading. This thread waits instead. */
static int32_t plain(const struct target *on, int to_host, size_t nranges, int are_there) {
    int32_t status = OCL_SUCCESS;
    if (ocl_gate_is_closed(on->lane->gate, on->lane->queue))
        status = ocl_finish(on->lane);
    if (!are_there && status == OCL_SUCCESS)
        touch(on->ranges, nranges, to_host);
    for (const struct ocl_range *r = on->ranges; r < on->ranges + nranges && status == OCL_SUCCESS; r++)
        status = move(on, to_host, r->off, (void *)r->host, r->size, NULL);
    return status;
}

/* The same, and nothing stays behind in the queue. */
static int32_t plain_at_once(const struct target *on, int to_host, size_t nranges, int are_there) {
    int32_t status = plain(on, to_host, nranges, are_there);
    int32_t finished = ocl_finish(on->lane);
    return status != OCL_SUCCESS ? status : finished;
}

/* Whether all pages of a range are in memory. */
static int is_resident(uintptr_t host, uint64_t n) {
    unsigned char in[1024];
    uintptr_t at = host & ~(uintptr_t)(PAGE - 1), end = host + n;
    for (size_t pages; at < end; at += pages * PAGE) {
        pages = (end - at + PAGE - 1) / PAGE;
        if (pages > sizeof in)
            pages = sizeof in;
        if (mincore((void *)at, pages * PAGE, in) != 0)
            return 0;
        for (size_t i = 0; i < pages; i++)
            if (!(in[i] & 1))
                return 0;
    }
    return 1;
}

/* Whether a read is left to the driver while the stage has next to no memory: 16 MiB come
 * in 1.4 ms on an H200, where 3 go by while slots are made, and 0.9 when they are. Pages
 * that are not there are the copying threads': no driver shall wait for one. */
static int is_for_driver(const struct ocl_lane *l, const struct ocl_range *r) {
    return r->size > ocl_stage_shape.chunk && r->size <= MOST_BY_DRIVER && ocl_stage_is_small(l->stage) &&
           is_resident(r->host, r->size);
}

/* Whether a write that comes once is left to the driver: 16 MiB take 2.1 ms on an H200, where
 * 2.9 go by while slots are made. */
static int is_once(const struct ocl_lane *l, const struct ocl_range *r, size_t nranges) {
    return l->once && nranges == 1 && r->size > ocl_stage_shape.chunk && is_resident(r->host, r->size) && ocl_stage_leaves(l->stage, r->size);
}

static int32_t write_ranges(const struct target *on, size_t nranges, uint64_t total) {
    struct ocl_lane *l = on->lane;
    if (l->stage == NULL)
        return plain(on, 0, nranges, 0);
    for (size_t i = 0; i < nranges && l->nlate > 0; i++) {
        int32_t status = settle(l, on->ranges[i].host, on->ranges[i].size);
        if (status != OCL_SUCCESS)
            return status;
    }
    char *packed = small(l, total);
    if (packed != NULL)
        return small_write(on, packed, total);
    if (is_once(l, on->ranges, nranges))
        return plain_at_once(on, 0, 1, 1);
    l->staged = 1;
    int32_t status = staged_write(on, total);
    return status == NO_PINNED_MEMORY ? plain_at_once(on, 0, nranges, 0) : status;
}

static int32_t read_range(const struct target *on) {
    struct ocl_lane *l = on->lane;
    if (l->stage == NULL)
        return plain(on, 1, 1, 0);
    char *packed = l->nlate < OCL_LATE ? small(l, on->ranges[0].size) : NULL;
    if (packed != NULL)
        return small_read(on, packed);
    int32_t status = settle(l, on->ranges[0].host, on->ranges[0].size);
    if (status != OCL_SUCCESS)
        return status;
    if (!l->once)
        ocl_stage_expect(l->stage, on->ranges[0].size / READS_WORTH);
    if (is_for_driver(l, on->ranges))
        return plain_at_once(on, 1, 1, 1);
    status = staged_read(on);
    return status == NO_PINNED_MEMORY ? plain_at_once(on, 1, 1, 0) : status;
}

int32_t ocl_write_ranges(struct ocl_lane *l, ocl_mem m, const struct ocl_range *ranges, size_t n) {
    struct target on = {l, m, ranges};
    uint64_t total = 0;
    for (size_t i = 0; i < n; i++)
        total += ranges[i].size;
    ocl_timer_open(l->timer, OCL_WRITE, total);
    int32_t status = write_ranges(&on, n, total);
    ocl_timer_close(l->timer, status);
    return status;
}

int32_t ocl_write(struct ocl_lane *l, ocl_mem m, uint64_t off, uintptr_t host, uint64_t n) {
    struct ocl_range range = {off, host, n};
    return ocl_write_ranges(l, m, &range, 1);
}

int32_t ocl_read(struct ocl_lane *l, ocl_mem m, uint64_t off, uintptr_t host, uint64_t n) {
    struct ocl_range range = {off, host, n};
    struct target on = {l, m, &range};
    ocl_timer_open(l->timer, OCL_READ, n);
    int32_t status = read_range(&on);
    ocl_timer_close(l->timer, status);
    return status;
}

int32_t ocl_finish(struct ocl_lane *l) {
    int32_t status = ocl.Finish(l->queue);
    ocl_gate_open(l->gate, l->queue);
    for (unsigned i = 0; i < l->nlate && status == OCL_SUCCESS; i++)
        memcpy((void *)l->late[i].host, l->late[i].from, l->late[i].n);
    l->nlate = 0;
    l->used = 0;
    if (l->pace != NULL) {
        int32_t paced = ocl_await(l->pace);
        l->broken = l->broken != OCL_SUCCESS ? l->broken : paced;
        l->pace = NULL;
    }
    int32_t failure = l->broken;
    if (l->staged && failure == OCL_SUCCESS)
        failure = ocl_stage_failure(l->stage);
    l->staged = 0;
    return status != OCL_SUCCESS ? status : failure;
}
