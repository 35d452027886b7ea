// LINK: -lpthread
// Memory that held results becomes a stack: of threads, of contexts and of handlers, while a timer's signals come to it.
#define _GNU_SOURCE
#include "torture.h"
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>

enum { STACK = 1 << 20, N = 50000, TIMES = 6, HANDLERS = 1 << 18 };

static volatile sig_atomic_t ticks;
static void tick(int sig)
{
    char room[3000];
    memset(room, sig, sizeof room);
    ticks += room[17] == sig;
}

static void ticking(int how)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    pthread_sigmask(how, &set, NULL);
}

static __attribute__((noinline)) void array(int seed)
{
    int a[N];
    host_fill(a, N, seed);
    dev_add(a, N, 1);
    dev_add(a, N, 1);
    quiet_check("array", host_wrong_plus(a, N, seed, 2), 0);
    dev_fill(a, N, seed);
}

static __attribute__((noinline)) long deep(int n)
{
    volatile char frame[900];
    frame[0] = 1;
    return n > 0 ? deep(n - 1) + frame[0] : 0;
}

static void work(void)
{
    for (int i = 0; i < TIMES; i++) {
        array(i);
        for (int k = 0; k < 300; k++)
            quiet_check("deep", deep(300), 300);
    }
}

/* Memory of a kind that the device has filled. */
static unsigned char *filled(int mapping, long n)
{
    unsigned char *p = mapping ? mmap(NULL, (size_t)n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : malloc((size_t)n);
    must(p && p != MAP_FAILED);
    dev_fill_bytes(p, n, 3);
    return p;
}

static void release(int mapping, unsigned char *p, long n)
{
    dev_fill_bytes(p, n, 4);
    quiet_check("afterwards", host_wrong_bytes(p, n, 4), 0);
    mapping ? (void)munmap(p, (size_t)n) : free(p);
}

static void *body(void *argument)
{
    ticking(SIG_UNBLOCK);
    work();
    ticking(SIG_BLOCK);
    return argument;
}

static void thread(int mapping)
{
    unsigned char *stack = filled(mapping, STACK);
    pthread_attr_t a;
    pthread_t t;
    pthread_attr_init(&a);
    must(pthread_attr_setstack(&a, stack, STACK) == 0 && pthread_create(&t, &a, body, NULL) == 0 && pthread_join(t, NULL) == 0);
    pthread_attr_destroy(&a);
    release(mapping, stack, STACK);
}

static void sums(int a, int b, int c, int d, int e, int f, int g, int h)
{
    quiet_check("arguments", a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h, 8 + 14 + 18 + 20 + 20 + 18 + 14 + 8);
    ticking(SIG_UNBLOCK);
    work();
    ticking(SIG_BLOCK);
}

/* The contexts themselves are results, too. */
static void context(int mapping)
{
    struct pair { char before[1 << 16]; ucontext_t program, coroutine; } *p = (void *)filled(mapping, sizeof *p);
    unsigned char *stack = filled(mapping, STACK);
    must(getcontext(&p->coroutine) == 0);
    p->coroutine.uc_stack.ss_sp = stack;
    p->coroutine.uc_stack.ss_size = STACK;
    p->coroutine.uc_link = &p->program;
    makecontext(&p->coroutine, (void (*)(void))sums, 8, 8, 7, 6, 5, 4, 3, 2, 1);
    dev_add_bytes((unsigned char *)p, sizeof *p, 1);
    dev_add_bytes((unsigned char *)p, sizeof *p, -1);
    check("swapcontext", swapcontext(&p->program, &p->coroutine), 0);
    release(mapping, stack, STACK);
    release(mapping, (unsigned char *)p, sizeof *p);
}

static int *shared;
static void change(int sig)
{
    shared[N / 2] += sig == SIGUSR1;
}

static void handlers(int mapping)
{
    unsigned char *stack = filled(mapping, HANDLERS);
    stack_t on = {.ss_sp = stack, .ss_size = HANDLERS}, before;
    must(sigaltstack(&on, &before) == 0);
    shared = malloc(N * sizeof *shared);
    must(shared);
    for (int i = 0; i < TIMES; i++) {
        dev_fill(shared, N, i);
        dev_fill_bytes(stack, HANDLERS, i);
        raise(SIGUSR1);
        dev_add(shared, N, 1);
        raise(SIGUSR1);
        check("changed", shared[N / 2] - VALUE(i, N / 2), 3);
    }
    must(sigaltstack(&before, NULL) == 0);
    free(shared);
    release(mapping, stack, HANDLERS);
}

int main(void)
{
    struct sigaction act = {.sa_handler = tick, .sa_flags = SA_RESTART};
    struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
    ticking(SIG_BLOCK);
    must(sigaction(SIGALRM, &act, NULL) == 0);
    act = (struct sigaction){.sa_handler = change, .sa_flags = SA_ONSTACK};
    must(sigaction(SIGUSR1, &act, NULL) == 0 && setitimer(ITIMER_REAL, &often, NULL) == 0);
    for (int mapping = 0; mapping < 2; mapping++) {
        thread(mapping);
        context(mapping);
        handlers(mapping);
    }
    must(setitimer(ITIMER_REAL, &never, NULL) == 0);
    check("signals came", ticks > 0, 1);
    return status();
}
