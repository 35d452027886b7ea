// Threads take their stack for handlers away again, and signals come while regions run: main,
// which has had a construct before, and threads that begin with a stack of their own.
#define _GNU_SOURCE
#include "torture.h"
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

enum { N = 200000 };

static volatile sig_atomic_t hits, over;

static void count(int sig)
{
    (void)sig;
    hits++;
}

static void *urge(void *target)
{
    while (!over) {
        pthread_kill(*(pthread_t *)target, SIGURG);
        usleep(20);
    }
    return NULL;
}

static void urged(pthread_t *other, pthread_t *self)
{
    *self = pthread_self();
    over = 0;
    must(pthread_create(other, NULL, urge, self) == 0);
}

static void rest(pthread_t other)
{
    over = 1;
    pthread_join(other, NULL);
}

static void with_stack(int *p, char *own, size_t size, int i)
{
    stack_t stack = {.ss_sp = own, .ss_size = size};
    must(sigaltstack(&stack, NULL) == 0);
    raise(SIGUSR1);
    dev_fill(p, N, i);
    stack.ss_flags = SS_DISABLE;
    must(sigaltstack(&stack, NULL) == 0);
    memset(own, 0xff, size);
    dev_add(p, N, 1);
    raise(SIGUSR1);
    quiet_check("result", host_wrong_plus(p, N, i, 1), 0);
}

static void *begin_with_stack(void *p)
{
    size_t size = 65536;
    char *own = malloc(size);
    pthread_t self, other;
    must(own);
    urged(&other, &self);
    for (int i = 0; i < 20; i++)
        with_stack(p, own, size, i);
    rest(other);
    free(own);
    return NULL;
}

int main(void)
{
    static char own[65536];
    struct sigaction action = {.sa_handler = count, .sa_flags = SA_ONSTACK};
    sigaction(SIGUSR1, &action, NULL);
    int *p = malloc(N * sizeof *p);
    must(p);
    dev_fill(p, N, 1);
    pthread_t self, other;
    urged(&other, &self);
    for (int i = 0; i < 200; i++)
        with_stack(p, own, sizeof own, i);
    rest(other);
    check("signals", hits, 400);
    for (int i = 0; i < 10; i++) {
        must(pthread_create(&other, NULL, begin_with_stack, p) == 0);
        pthread_join(other, NULL);
    }
    check("signals in threads", hits, 800);
    return status();
}
