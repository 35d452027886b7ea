// Handlers on the usual and on an alternate stack that touch results; the alternate stack is a mapped block itself.
#define _GNU_SOURCE
#include "torture.h"
#include <signal.h>

enum { N = 300000, STACK = 1 << 18 };
static int *p;
static volatile long sum;

static void reads(int signal) { sum += host_wrong(p, N, signal); }

static void writes(int signal, siginfo_t *info, void *context)
{
    (void)info, (void)context;
    for (long i = 0; i < N; i += 1024)
        p[i] = signal;
}

static void install(int number, int flags, void (*plain)(int))
{
    struct sigaction action = {0};
    if (plain)
        action.sa_handler = plain;
    else
        action.sa_sigaction = writes;
    action.sa_flags = flags | (plain ? 0 : SA_SIGINFO);
    sigemptyset(&action.sa_mask);
    must(sigaction(number, &action, NULL) == 0);
}

static void rounds(int flags)
{
    install(SIGUSR1, flags, reads);
    install(SIGUSR2, flags, NULL);
    for (int round = 0; round < 4; round++) {
        dev_fill(p, N, SIGUSR1);
        sum = 0;
        raise(SIGUSR1);
        check("read by the handler", sum, 0);
        dev_fill(p, N, 3);
        raise(SIGUSR2);
        check("written by the handler, on the device", dev_wrong(p, N, 3), (N + 1023) / 1024);
        check("written by the handler", host_wrong(p, N, 3), (N + 1023) / 1024);
    }
}

int main(void)
{
    must(p = malloc(N * sizeof *p));
    rounds(0);
    unsigned char *block = malloc(STACK);
    must(block);
    stack_t stack = {.ss_sp = block, .ss_size = STACK};
    must(sigaltstack(&stack, NULL) == 0);
    rounds(SA_ONSTACK);
    rounds(SA_ONSTACK | SA_NODEFER);
    stack.ss_flags = SS_DISABLE;
    must(sigaltstack(&stack, NULL) == 0);
    free(block);
    return status();
}
