/* entry.c: the functions of omp2cl.h. Registration stays in C, so that it works
 * before main and costs a program that never offloads next to nothing; the
 * others call Go unless the runtime must not be used. */
#include "bridge.h"
#include "icv.h"
#include "visit.h"
#include "_cgo_export.h"

#include "../../dtm/heap/heap.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct omp2cl_change *oldest, **end = &oldest;
static atomic_int changed; /* the list is not empty */
static atomic_uint units;  /* registered now */

void omp2cl_catch_up(void) {
    if (atomic_load_explicit(&changed, memory_order_acquire))
        omp2cl_go_sync();
}

static void append(const struct omp2cl_unit *unit, int added) {
    struct omp2cl_change *change = malloc(sizeof *change);
    if (change == NULL) {
        fprintf(stderr, "omp2cl: error: %s: out of memory at program start\n", unit->file);
        exit(1);
    }
    *change = (struct omp2cl_change){NULL, unit, added};
    *end = change;
    end = &change->next;
    atomic_store_explicit(&changed, 1, memory_order_release);
}

void omp2cl_register(const struct omp2cl_unit *unit) {
    if (unit->abi != OMP2CL_ABI_VERSION) {
        fprintf(stderr,
                "omp2cl: error: an object file of this program was built by a version of omp2cl that does "
                "not fit its libomp2cl.a (ABI %u, the library has %u)\n"
                "omp2cl: note: build the object files again\n",
                unit->abi, OMP2CL_ABI_VERSION);
        exit(1);
    }
    atomic_fetch_add(&units, 1);
    pthread_mutex_lock(&lock);
    append(unit, 1);
    pthread_mutex_unlock(&lock);
}

/* Removes the registration that Go has not seen yet; 0 if Go has seen it. */
static int forget_unseen(const struct omp2cl_unit *unit) {
    for (struct omp2cl_change **at = &oldest; *at != NULL; at = &(*at)->next) {
        struct omp2cl_change *change = *at;
        if (change->unit != unit || !change->added)
            continue;
        *at = change->next;
        if (change->next == NULL)
            end = at;
        free(change);
        return 1;
    }
    return 0;
}

unsigned omp2cl_units(void) { return atomic_load(&units); }

void omp2cl_unregister(const struct omp2cl_unit *unit) {
    atomic_fetch_sub(&units, 1);
    pthread_mutex_lock(&lock);
    if (!forget_unseen(unit))
        append(unit, 0);
    pthread_mutex_unlock(&lock);
}

int omp2cl_next_change(struct omp2cl_change *change) {
    pthread_mutex_lock(&lock);
    struct omp2cl_change *first = oldest;
    if (first != NULL) {
        *change = *first;
        oldest = first->next;
        if (oldest == NULL)
            end = &oldest;
        free(first);
    }
    if (oldest == NULL)
        atomic_store_explicit(&changed, 0, memory_order_release);
    pthread_mutex_unlock(&lock);
    return first != NULL;
}

/* How long the end of the process waits for regions of other threads: a driver that
 * ends under them crashes. After an error they may wait for what the failed one has. */
enum { ENDING_MS = 10000, FAILING_MS = 500 };

/* exit must not run in two threads at once; in one it may be nested. */
void omp2cl_quit(int status) {
    static atomic_int quitting;
    static _Thread_local int mine;
    omp2cl_close();
    if (atomic_exchange(&quitting, 1) && !mine)
        for (;;)
            pause();
    mine = 1;
    omp2cl_end_hush();
    if (omp2cl_other_exits()) {
        fflush(stdout);
        _exit(status);
    }
    omp2cl_begin_exit(FAILING_MS);
    exit(status);
}

/* Handlers of the program that were registered before the driver's would find it gone. */
static void ending(int status, void *unused) {
    struct omp2cl_visit v;
    (void)unused;
    if (omp2cl_closed())
        return;
    omp2cl_heap_run_exit_handlers(status);
    omp2cl_begin_exit(ENDING_MS);
    if (!omp2cl_enter(&v))
        return;
    omp2cl_go_ending();
    omp2cl_leave(&v);
}

void omp2cl_watch_exit(void) { omp2cl_heap_at_exit(ending); }

void omp2cl_flush(void) { fflush(stdout); }

void omp2cl_abort(void) {
    omp2cl_close();
    fflush(NULL);
    abort();
}

/* The device number and whether it is the default one. */
static int resolve(int device, int *by_default) {
    *by_default = device == OMP2CL_DEVICE_DEFAULT;
    return *by_default ? omp2cl_default_device() : device;
}

void omp2cl_settle(void) {
    struct omp2cl_visit v;
    if (!atomic_load(&omp2cl_turn.left) || !omp2cl_enter(&v))
        return;
    if (!omp2cl_await_replays())
        omp2cl_go_settle();
    omp2cl_leave(&v);
}

/* Whether the number is the host's. The host may touch mapped memory then. */
static int is_host(int device) {
    if (device != OMP2CL_DEVICE_HOST)
        return 0;
    omp2cl_settle();
    return 1;
}

int omp2cl_target(const struct omp2cl_region *region, int device, const struct omp2cl_launch *launch,
                  const struct omp2cl_value *values) {
    int by_default;
    if (is_host(device))
        return 1;
    device = resolve(device, &by_default);
    return OMP2CL_ASK(1, omp2cl_again(region, device, launch, values)
                             ? 0
                             : omp2cl_go_target((void *)region, device, by_default, (void *)launch, (void *)values));
}

/* The default devices that the data regions of this thread began on, by their
 * values: a region ends where it began, whatever the default device is then
 * (OpenMP 4.5, 2.10.1). Regions nest deeper than this in no program. */
enum { DATA_REGIONS = 64 };
static __thread struct {
    const void *values;
    int device;
} begun[DATA_REGIONS];
static __thread unsigned nbegun;

static void remember(const void *values, int device) {
    unsigned i = 0;
    while (i < nbegun && begun[i].values != values) /* one that was left by longjmp has its place */
        i++;
    if (i == DATA_REGIONS)
        return;
    begun[i].values = values;
    begun[i].device = device;
    if (i == nbegun)
        nbegun++;
}

static int began_on(const void *values) {
    for (unsigned i = nbegun; i-- > 0;)
        if (begun[i].values == values) {
            nbegun = i; /* those inside it have ended */
            return begun[i].device;
        }
    return omp2cl_default_device();
}

#define DATA_CONSTRUCT(name)                                                   \
    void omp2cl_##name(const struct omp2cl_region *region, int device,         \
                       const struct omp2cl_value *values) {                    \
        struct omp2cl_visit v;                                                 \
        int by_default;                                                        \
        if (is_host(device) || !omp2cl_enter(&v))                              \
            return;                                                            \
        device = resolve(device, &by_default);                                 \
        omp2cl_go_##name((void *)region, device, by_default, (void *)values);  \
        omp2cl_leave(&v);                                                      \
    }

void omp2cl_data_begin(const struct omp2cl_region *region, int device, const struct omp2cl_value *values) {
    struct omp2cl_visit v;
    int by_default;
    if (is_host(device) || !omp2cl_enter(&v))
        return;
    device = resolve(device, &by_default);
    if (by_default)
        remember(values, device);
    omp2cl_go_data_begin((void *)region, device, by_default, (void *)values);
    omp2cl_leave(&v);
}

void omp2cl_data_end(const struct omp2cl_region *region, int device, const struct omp2cl_value *values) {
    struct omp2cl_visit v;
    int by_default = device == OMP2CL_DEVICE_DEFAULT;
    if (is_host(device) || !omp2cl_enter(&v))
        return;
    if (by_default)
        device = began_on(values);
    omp2cl_go_data_end((void *)region, device, by_default, (void *)values);
    omp2cl_leave(&v);
}

DATA_CONSTRUCT(enter_data)
DATA_CONSTRUCT(exit_data)
DATA_CONSTRUCT(update)
