// LINK: -lpthread
// ARGS: detached
// ARGS: chain
// ARGS: main
// ARGS: c11
// ARGS: forked
// main ends by pthread_exit, and the program with its last thread: handlers print results, and what stdio holds is written.
#define _GNU_SOURCE
#include "torture.h"
#include <pthread.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

enum { N = 100000, LINKS = 5 };
static int *heap;
static pthread_key_t key;

static void prints(void) { printf("at exit %ld\n", host_wrong_plus(heap, N, 1, LINKS)); }

/* Data of a thread that end with it: device and host work once more. */
static void last_work(void *n)
{
    dev_add(heap, N, (int)(long)n);
    printf("thread's data\n");
}

static void work(int k)
{
    dev_add(heap, N, k);
    usleep(20000);
    printf("thread %d\n", heap[7] - VALUE(1, 7));
}

static void *detached(void *argument)
{
    pthread_setspecific(key, (void *)2L);
    work(LINKS - 2);
    return argument;
}

static void *link_of_chain(void *k)
{
    pthread_t next;
    pthread_detach(pthread_self());
    work(1);
    if ((long)k < LINKS)
        must(pthread_create(&next, NULL, link_of_chain, (void *)((long)k + 1)) == 0);
    pthread_exit(NULL);
}

static int c11(void *argument)
{
    work(LINKS);
    return argument != NULL;
}

static void *joined(void *argument)
{
    work(LINKS - 1);
    return argument;
}

static void forked(void)
{
    pthread_t t;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        pthread_exit(NULL); /* its handlers print: nothing has been added */
    int how;
    must(waitpid(child, &how, 0) == child);
    check("child", how, 0);
    must(pthread_create(&t, NULL, detached, NULL) == 0);
}

int main(int argc, char **argv)
{
    pthread_t t;
    thrd_t other;
    must(argc == 2 && (heap = malloc(N * sizeof *heap)) && atexit(prints) == 0 && pthread_key_create(&key, last_work) == 0);
    dev_fill(heap, N, 1);
    switch (argv[1][0] == 'c' ? argv[1][1] : argv[1][0]) {
    case 'd': must(pthread_create(&t, NULL, detached, NULL) == 0); break;
    case 'h': must(pthread_create(&t, NULL, link_of_chain, (void *)1L) == 0); break;
    case '1': must(thrd_create(&other, c11, NULL) == thrd_success && thrd_detach(other) == thrd_success); break;
    case 'f': forked(); break;
    default:
        must(pthread_create(&t, NULL, joined, NULL) == 0 && pthread_join(t, NULL) == 0);
        pthread_setspecific(key, (void *)1L);
    }
    pthread_exit(NULL);
}
