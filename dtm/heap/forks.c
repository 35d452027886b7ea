/* forks.c: fork. The tracker brings everything home, for a child reads absent
 * pages as zeros; then the room's locks are taken, so that the child finds them
 * and what they protect as they should be. */
#include "inner.h"

#include "../pages/pages.h"

#pragma weak omp2cl_pages_fork_prepare
#pragma weak omp2cl_pages_fork_parent
#pragma weak omp2cl_pages_fork_child

__thread int heap_forking __attribute__((tls_model("initial-exec")));

static void prepare(void) {
    if (omp2cl_pages_fork_prepare != NULL)
        omp2cl_pages_fork_prepare();
    heap_lock_tracked();
    heap_lock_registry();
    heap_lock_blocks();
    heap_forking = 1;
}

static void parent(void) {
    heap_forking = 0;
    heap_unlock_blocks();
    heap_unlock_registry();
    heap_unlock_tracked();
    if (omp2cl_pages_fork_parent != NULL)
        omp2cl_pages_fork_parent();
}

static void child(void) {
    heap_forking = 0;
    heap_reset_blocks();
    heap_reset_registry();
    heap_reset_tracked();
    if (omp2cl_pages_fork_child != NULL)
        omp2cl_pages_fork_child();
}

__attribute__((constructor)) static void watch(void) { pthread_atfork(prepare, parent, child); }
