// LINK: -lpthread
// Threads that are cancelled while they offload: a region is no cancellation point, whatever the driver waits in.
#include "torture.h"
#include <pthread.h>
#include <unistd.h>

enum { N = 60000, THREADS = 4, TIMES = 10 };

static int *block[THREADS];
static long rounds[THREADS], ended[THREADS]; /* the latter: rounds + 1 */

static void end(void *thread) { ended[(long)thread] = rounds[(long)thread] + 1; }

static void *work(void *thread)
{
    long t = (long)thread;
    pthread_cleanup_push(end, thread);
    for (;;) {
        dev_add(block[t], N, 1);
        __atomic_fetch_add(&rounds[t], 1, __ATOMIC_RELEASE);
        pthread_testcancel();
    }
    pthread_cleanup_pop(1);
    return NULL;
}

static void start(pthread_t *thread, long t)
{
    block[t] = malloc(N * sizeof *block[t]);
    host_fill(block[t], N, 3);
    rounds[t] = ended[t] = 0;
    must(pthread_create(thread, NULL, work, (void *)t) == 0);
}

static void cancel(pthread_t thread, long t)
{
    void *result;
    must(pthread_cancel(thread) == 0);
    must(pthread_join(thread, &result) == 0);
    quiet_check("cancelled", result == PTHREAD_CANCELED, 1);
    quiet_check("values", host_wrong_plus(block[t], N, 3, (int)(ended[t] - 1)), 0);
    free(block[t]);
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int k = 0; k < TIMES; k++) {
        for (long t = 0; t < THREADS; t++)
            start(&threads[t], t);
        for (long t = 0; t < THREADS; t++)
            while (__atomic_load_n(&rounds[t], __ATOMIC_ACQUIRE) < 2 + t)
                usleep(100);
        for (long t = 0; t < THREADS; t++)
            cancel(threads[t], t);
        check("time", k, k);
    }
    return status();
}
