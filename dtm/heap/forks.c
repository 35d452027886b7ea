/* forks.c: fork, and calls that copy the process without its handlers. The tracker brings everything home, for a child reads absent
 * pages as zeros; then the room's locks are taken, so that the child finds them
 * and what they protect as they should be. */
#include "inner.h"

#include "../pages/pages.h"

#pragma weak omp2cl_pages_fork_prepare
#pragma weak omp2cl_pages_fork_parent
#pragma weak omp2cl_pages_fork_child

__thread int heap_forking __attribute__((tls_model("initial-exec")));

/* Of the runtime library (rtlib/capi/visit.h). */
extern void omp2cl_in_child(void) __attribute__((weak));

void heap_copying(void) {
    if (omp2cl_pages_fork_prepare != NULL)
        omp2cl_pages_fork_prepare();
    heap_lock_tracked();
    heap_lock_registry();
}

static void go_on(void) {
    heap_unlock_registry();
    heap_unlock_tracked();
    if (omp2cl_pages_fork_parent != NULL)
        omp2cl_pages_fork_parent();
}

static void begin(void) {
    heap_reset_registry();
    heap_reset_tracked();
    if (omp2cl_pages_fork_child != NULL)
        omp2cl_pages_fork_child();
}

void heap_copied(long child) {
    int saved = errno;
    if (child != 0) {
        go_on();
    } else {
        begin();
        if (omp2cl_in_child != NULL)
            omp2cl_in_child();
    }
    errno = saved;
}

/* ---- handlers of fork ---- */

static void prepare(void) {
    heap_copying();
    heap_lock_blocks();
    heap_forking = 1;
}

static void parent(void) {
    heap_forking = 0;
    heap_unlock_blocks();
    go_on();
}

static void child(void) {
    heap_forking = 0;
    heap_reset_blocks();
    begin();
}

__attribute__((constructor)) static void watch(void) { pthread_atfork(prepare, parent, child); }
