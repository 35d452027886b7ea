/* visit.c: who is in the runtime, and who may come in. */
#include "visit.h"
#include "icv.h"

#include "../cl/pinner.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

/* How long a thread waits for the end of a process that another one ends. An exit
 * handler may wait for the thread in turn, so this is not for ever. */
enum { PATIENCE_MS = 5000 };

static atomic_int closed;  /* a forked child, or a process that has failed */
static atomic_int exiting; /* a thread ends the process */
static atomic_int inside;  /* visits now */
atomic_uint omp2cl_visitors;

static _Thread_local int exits;   /* it is this one */
static _Thread_local int visits;  /* of this thread now */
static _Thread_local int counted; /* as a visitor */
static _Thread_local int waited;  /* for the end of the process */

static pthread_key_t at_end; /* of a thread */
static int has_key;

/* After fork only the calling thread lives on: Go's threads and the driver's do
 * not, so a child must not call them. */
void omp2cl_in_child(void) {
    atomic_store(&closed, 1);
    atomic_store(&exiting, 0);
    ocl_pinner_forget();
}

static void forget_visitor(void *unused) {
    (void)unused;
    counted = 0;
    atomic_fetch_sub(&omp2cl_visitors, 1);
}

__attribute__((constructor)) static void watch(void) {
    pthread_atfork(NULL, NULL, omp2cl_in_child);
    has_key = pthread_key_create(&at_end, forget_visitor) == 0;
}

static void count_visitor(void) {
    counted = 1;
    atomic_fetch_add(&omp2cl_visitors, 1); /* for ever where its end goes unnoticed */
    if (has_key)
        pthread_setspecific(at_end, &counted);
}

unsigned omp2cl_other_visitors(void) {
    return has_key ? atomic_load(&omp2cl_visitors) - (pthread_getspecific(at_end) != NULL) : 0;
}

static void wait_a_moment(void) {
    struct timespec t = {0, 1000000};
    nanosleep(&t, NULL);
}

static void stand_aside(void) {
    for (int ms = 0; ms < PATIENCE_MS && atomic_load(&exiting) && !waited; ms++)
        wait_a_moment();
    waited = 1;
}

/* Whether the thread is in, which the exiting one can see, or must wait. */
static int come_in(void) {
    atomic_fetch_add(&inside, 1);
    if (!atomic_load(&exiting) || exits)
        return 1;
    atomic_fetch_sub(&inside, 1);
    return 0;
}

int omp2cl_enter(struct omp2cl_visit *v) {
    if (atomic_load_explicit(&closed, memory_order_relaxed))
        return 0;
    if (visits == 0 && !come_in()) {
        stand_aside();
        if (atomic_load(&closed))
            return 0;
        atomic_fetch_add(&inside, 1);
    }
    if (!counted)
        count_visitor();
    visits++;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &v->cancel);
    omp2cl_hush(&v->hush);
    omp2cl_catch_up();
    return 1;
}

void omp2cl_leave(const struct omp2cl_visit *v) {
    omp2cl_unhush(&v->hush);
    if (--visits == 0)
        atomic_fetch_sub(&inside, 1);
    pthread_setcancelstate(v->cancel, NULL);
}

int omp2cl_inside(void) { return visits > 0; }

void omp2cl_begin_exit(int milliseconds) {
    exits = 1;
    atomic_store(&exiting, 1);
    for (int ms = 0; ms < milliseconds && (ocl_pinner_ends() || atomic_load(&inside) > (visits > 0)); ms++)
        wait_a_moment();
}

int omp2cl_other_exits(void) { return atomic_load(&exiting) && !exits; }

void omp2cl_close(void) { atomic_store(&closed, 1); }

int omp2cl_closed(void) { return atomic_load_explicit(&closed, memory_order_relaxed); }
