// LINK: -lpthread
// exit while other threads compute on the device and wait for results; the status is that of exit.
// EXIT: 6
#include "torture.h"
#include <pthread.h>
#include <unistd.h>

enum { N = 100000 };
static int *heap;
static pthread_barrier_t barrier;

static void *works(void *argument)
{
    int *p = malloc(N * sizeof *p), started = 0;
    must(p);
    for (int round = 0;; round++) {
        dev_fill(p, N, round);
        if (p[N / 2] != VALUE(round, N / 2))
            _exit(1);
        if (!started++)
            pthread_barrier_wait(&barrier);
    }
    return argument;
}

static void prints(void)
{
    printf("at exit %ld\n", host_wrong(heap, N, 1));
    fflush(stdout);
}

int main(void)
{
    pthread_t thread;
    must(heap = malloc(N * sizeof *heap));
    must(atexit(prints) == 0);
    pthread_barrier_init(&barrier, NULL, 4);
    for (int k = 0; k < 3; k++)
        must(pthread_create(&thread, NULL, works, NULL) == 0);
    pthread_barrier_wait(&barrier);
    dev_fill(heap, N, 1);
    exit(6);
}
