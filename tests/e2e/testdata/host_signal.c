// A signal handler of the program and its alternate stack stay in force.
// EXIT: 5
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static volatile sig_atomic_t seen, on_segv;

static void handler(int sig) { seen += sig == SIGUSR1; }

static void segv(int sig)
{
    (void)sig;
    on_segv = 1;
    printf("handled\n");
    fflush(stdout);
    _Exit(seen == 2 ? 5 : 6);
}

int main(void)
{
    int a[10] = {0};
    struct sigaction action = {0}, back;
    action.sa_handler = handler;
    sigaction(SIGUSR1, &action, NULL);
    action.sa_handler = segv;
    sigaction(SIGSEGV, &action, NULL);
#pragma omp target
    a[3] = 33;
    raise(SIGUSR1);
#pragma omp target
    a[4] = a[3] + 1;
    raise(SIGUSR1);
    sigaction(SIGUSR1, NULL, &back);
    printf("%d %d %d\n", a[4], (int)seen, back.sa_handler == handler);
    raise(SIGSEGV);
    return 0;
}
