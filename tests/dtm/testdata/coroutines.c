// ARGS: block
// ARGS: mapping
// Coroutines on stacks that are heap blocks or mappings: arrays on them, and frames where results have been.
#define _GNU_SOURCE
#include "torture.h"
#include <sys/mman.h>
#include <ucontext.h>

enum { STACK = 1 << 20, N = 100000, FRAME = 3000, DEPTH = 100, TIMES = 6 };

static ucontext_t program, coroutine;

/* Fills the stack with frames; how many of their bytes are as they were written. */
static __attribute__((noinline)) long deep(int k)
{
    volatile char frame[FRAME];
    for (int i = 0; i < FRAME; i++)
        frame[i] = (char)k;
    long right = k > 0 ? deep(k - 1) : 0;
    for (int i = 0; i < FRAME; i++)
        right += frame[i] == (char)k;
    return right;
}

static __attribute__((noinline)) void array(int seed)
{
    int a[N];
    dev_fill(a, N, seed);
    swapcontext(&coroutine, &program);
    dev_add(a, N, 1);
    check("array", host_wrong_plus(a, N, seed, 1), 0);
    dev_add(a, N, 1);
}

static void run(void)
{
    for (int i = 0; i < TIMES; i++) {
        array(i);
        check("frames", deep(DEPTH - 1), (long)DEPTH * FRAME);
        swapcontext(&coroutine, &program);
    }
}

int main(int argc, char **argv)
{
    must(argc == 2);
    getcontext(&coroutine);
    coroutine.uc_stack.ss_size = STACK;
    coroutine.uc_stack.ss_sp = strcmp(argv[1], "block") == 0 ? malloc(STACK) :
        mmap(0, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    coroutine.uc_link = &program;
    makecontext(&coroutine, run, 0);
    for (int i = 0; i <= 2 * TIMES; i++)
        swapcontext(&program, &coroutine);
    return status();
}
