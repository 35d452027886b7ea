// LINK: -lpthread
// Other system calls with structures in results: poll, select, clocks, futexes of mutexes and conditions, random bytes.
#define _GNU_SOURCE
#include "torture.h"
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

enum { ROOM = 100000 };

struct shared { pthread_mutex_t lock; pthread_cond_t changed; sem_t semaphore; int turn; };

/* touch makes the block's value the device's, without a change. */
static void *touch(void *p)
{
    dev_add_bytes(p, ROOM, 1);
    dev_add_bytes(p, ROOM, -1);
    return p;
}

static void *other(void *argument)
{
    struct shared *s = argument;
    for (int round = 0; round < 100; round++) {
        pthread_mutex_lock(&s->lock);
        while (s->turn % 2 == 0)
            pthread_cond_wait(&s->changed, &s->lock);
        s->turn++;
        pthread_cond_broadcast(&s->changed);
        pthread_mutex_unlock(&s->lock);
        sem_wait(&s->semaphore);
    }
    return NULL;
}

static void turns(void *block)
{
    struct shared *s = block;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    sem_init(&s->semaphore, 0, 0);
    s->turn = 0;
    touch(block); /* no thread uses it yet */
    pthread_t thread;
    must(pthread_create(&thread, NULL, other, s) == 0);
    for (int round = 0; round < 100; round++) {
        pthread_mutex_lock(&s->lock);
        while (s->turn % 2 == 1)
            pthread_cond_wait(&s->changed, &s->lock);
        s->turn++;
        pthread_cond_broadcast(&s->changed);
        pthread_mutex_unlock(&s->lock);
        sem_post(&s->semaphore);
    }
    pthread_join(thread, NULL);
    check("turns", s->turn, 200);
    touch(block);
    pthread_mutex_lock(&s->lock);
    check("turns again", s->turn, 200);
    pthread_mutex_unlock(&s->lock);
}

int main(void)
{
    void *block = calloc(ROOM, 1);
    int ends[2];
    must(block && pipe(ends) == 0 && write(ends[1], "x", 1) == 1);
    struct pollfd *ask = block;
    ask->fd = ends[0];
    ask->events = POLLIN;
    touch(block);
    check("poll", poll(ask, 1, 0), 1);
    check("poll's answer", ask->revents, POLLIN);
    memset(block, 0, ROOM);
    fd_set *set = block;
    struct timeval *limit = (struct timeval *)((char *)block + 50000);
    FD_SET(ends[0], set);
    touch(block);
    check("select", select(ends[0] + 1, set, NULL, NULL, limit), 1);
    check("select's answer", FD_ISSET(ends[0], set) != 0, 1);
    touch(block);
    check("clock_gettime", clock_gettime(CLOCK_REALTIME, touch(block)), 0);
    check("its answer", ((struct timespec *)block)->tv_sec > 1000000, 1);
    memset(block, 0, ROOM);
    check("nanosleep", nanosleep(touch(block), touch((char *)block)), 0);
    check("gettimeofday", gettimeofday(touch(block), NULL), 0);
    check("its answer", ((struct timeval *)block)->tv_sec > 1000000, 1);
    check("uname", uname(touch(block)), 0);
    check("its answer", strcmp(((struct utsname *)block)->sysname, "Linux"), 0);
    check("getrusage", getrusage(RUSAGE_SELF, touch(block)), 0);
    check("its answer", ((struct rusage *)block)->ru_maxrss > 0, 1);
    memset(block, 0, ROOM);
    check("getrandom", getrandom(touch(block), 200, 0), 200);
    check("its answer", host_count_bytes(block, 200, 0) < 100, 1);
    check("the rest", host_count_bytes((unsigned char *)block + 200, ROOM - 200, 0), ROOM - 200);
    int types[2] = {0, 0};
    must(socketpair(AF_UNIX, SOCK_STREAM, 0, types) == 0);
    memset(block, 0, ROOM);
    socklen_t *length = (socklen_t *)((char *)block + 8192);
    *length = sizeof(int);
    touch(block);
    check("getsockopt", getsockopt(types[0], SOL_SOCKET, SO_TYPE, block, length), 0);
    check("its answer", *(int *)block, SOCK_STREAM);
    turns(block);
    return status();
}
