#define _GNU_SOURCE
#include "pinner.h"
#include "guard.h"

#include <pthread.h>
#include <stdatomic.h>

enum { STACK = 1 << 20 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* never held in a call of the driver */
static pthread_cond_t asked = PTHREAD_COND_INITIALIZER;
static struct ocl_wish *first, **end = &first; /* in the order they were asked */
static int started;
static atomic_int making, ending; /* who sets one looks at the other then */

ocl_mem ocl_new_pinned(ocl_context c, ocl_queue q, size_t size, char **at) {
    int32_t status;
    ocl_mem m = ocl.CreateBuffer(c, OCL_MEM_READ_WRITE | OCL_MEM_ALLOC_HOST_PTR, size, NULL, &status);
    if (status != OCL_SUCCESS)
        return NULL;
    *at = ocl.EnqueueMapBuffer(q, m, 1, OCL_MAP_READ_WRITE, 0, size, 0, NULL, NULL, &status);
    if (status == OCL_SUCCESS && *at != NULL)
        return m;
    ocl.ReleaseMemObject(m);
    return NULL;
}

/* Whether something may be made, which is so until making is 0 again. */
static int may_make(void) {
    atomic_store(&making, 1);
    if (!atomic_load(&ending))
        return 1;
    atomic_store(&making, 0);
    return 0;
}

/* The next wish, once there is one. */
static struct ocl_wish *next_wish(void) {
    pthread_mutex_lock(&lock);
    while (first == NULL || !may_make())
        pthread_cond_wait(&asked, &lock);
    struct ocl_wish *w = first;
    first = w->next;
    if (first == NULL)
        end = &first;
    pthread_mutex_unlock(&lock);
    return w;
}

static void *pinner(void *unused) {
    pthread_setname_np(pthread_self(), "omp2cl-pin");
    for (;;) {
        struct ocl_wish *w = next_wish();
        char *at = NULL;
        ocl_mem m = ocl_new_pinned(w->context, w->queue, w->size, &at);
        w->answer(w, m, m != NULL ? at : NULL);
        atomic_store(&making, 0);
    }
    return unused;
}

/* Starts the thread; without one there are no answers. */
static void start(void) {
    sigset_t old;
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) != 0)
        return;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, STACK);
    ocl_block_signals(&old); /* the program's own threads shall get them */
    pthread_create(&thread, &attributes, pinner, NULL);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    pthread_attr_destroy(&attributes);
}

void ocl_pinner_ask(struct ocl_wish *w) {
    pthread_mutex_lock(&lock);
    if (!started)
        start();
    started = 1;
    w->next = NULL;
    *end = w;
    end = &w->next;
    pthread_cond_signal(&asked);
    pthread_mutex_unlock(&lock);
}

int ocl_pinner_ends(void) {
    atomic_store(&ending, 1);
    return atomic_load(&making);
}

void ocl_pinner_forget(void) { atomic_store(&making, 0); }
