// A program takes its stack for handlers away again, and signals come while regions run.
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

int main(void)
{
    static char own[65536];
    struct sigaction action = {.sa_handler = count, .sa_flags = SA_ONSTACK};
    sigaction(SIGUSR1, &action, NULL);
    int *p = malloc(N * sizeof *p);
    must(p);
    dev_fill(p, N, 1);
    pthread_t self = pthread_self(), other;
    must(pthread_create(&other, NULL, urge, &self) == 0);
    for (int i = 0; i < 200; i++) {
        stack_t stack = {.ss_sp = own, .ss_size = sizeof own};
        must(sigaltstack(&stack, NULL) == 0);
        raise(SIGUSR1);
        stack.ss_flags = SS_DISABLE;
        must(sigaltstack(&stack, NULL) == 0);
        dev_fill(p, N, i);
        raise(SIGUSR1);
        quiet_check("result", host_wrong(p, N, i), 0);
    }
    over = 1;
    pthread_join(other, NULL);
    check("signals", hits, 400);
    return status();
}
