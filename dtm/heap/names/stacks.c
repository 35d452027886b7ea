/* stacks.c: memory of the program's that becomes a stack: of a thread, a context, or
 * handlers of signals. The kernel puts frames of signals there, which it cannot where
 * pages are absent, and the tracker itself would run on pages of which it holds the
 * lock. So such memory comes home, and is not tracked before it is freed. */
#define _GNU_SOURCE
#include "uses.h"

#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <ucontext.h>

static void lend_handlers(const stack_t *s) {
    if (s != NULL && !(s->ss_flags & SS_DISABLE))
        heap_lend(s->ss_sp, s->ss_size);
}

/* Go's runtime gives a thread that has no stack for handlers one, at its first construct, and
 * ends the program where a signal finds none later: instead of none that one comes back. A
 * thread that had one of its own by then gets one of ours, which lasts as long as the thread. */
static __thread void *lent;
enum { LENT = 64 << 10 };

static const stack_t *instead(const stack_t *s) {
    static __thread stack_t before;
    static __thread const void *own;
    stack_t now;
    if (s == NULL || heap_call(SYS_sigaltstack, NULL, &now) != 0)
        return s;
    if (own == NULL && !(now.ss_flags & SS_DISABLE))
        before = now;
    own = s->ss_flags & SS_DISABLE ? NULL : s->ss_sp;
    if (own == NULL && before.ss_sp == NULL && !(now.ss_flags & SS_DISABLE) && (lent = raw_map(LENT)) != NULL)
        before = (stack_t){.ss_sp = lent, .ss_size = LENT};
    return own == NULL && before.ss_sp != NULL ? &before : s;
}

void heap_end_stacks(void) {
    stack_t now;
    if (lent == NULL)
        return;
    if (heap_call(SYS_sigaltstack, NULL, &now) == 0 && now.ss_sp == lent)
        heap_call(SYS_sigaltstack, &(stack_t){.ss_flags = SS_DISABLE}, NULL);
    raw_unmap(lent, LENT);
    lent = NULL;
}

FRONT(heap_small, int, sigaltstack, (const stack_t *s, stack_t *old), (s, old), -1, HOME(VALUE(s); OBJECT(old));
      lend_handlers(s); s = instead(s))
FRONT(heap_small, int, pthread_attr_setstack, (pthread_attr_t * a, void *p, size_t n), (a, p, n), ENOSYS, heap_lend(p, n))

/* The kernel takes the signals of the next context before anything else touches it. */
SMALL(int, setcontext, (const ucontext_t *next), (next), mask(&next->uc_sigmask))
SMALL(int, swapcontext, (ucontext_t * last, const ucontext_t *next), (last, next), mask(&next->uc_sigmask))

/* The arguments of a new context are as many as the caller says; there is no way to
 * hand on any number of them. */
enum { MOST = 16 };
static void (*next_makecontext)(ucontext_t *, void (*)(void), int, ...);
static void heap_makecontext(ucontext_t *u, void (*f)(void), int argc, ...) {
    long a[MOST] = {0};
    va_list rest;
    if (argc > MOST || NEXT(makecontext) == NULL)
        heap_die("omp2cl: makecontext with more than 16 arguments\n");
    va_start(rest, argc);
    for (int i = 0; i < argc; i++)
        a[i] = va_arg(rest, long);
    va_end(rest);
    heap_lend(u->uc_stack.ss_sp, u->uc_stack.ss_size);
    next_makecontext(u, f, argc, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13],
                     a[14], a[15]);
}
IN_FRONT void makecontext(ucontext_t *u, void (*f)(void), int argc, ...) __attribute__((alias("heap_makecontext")));
static const struct front front_makecontext __attribute__((section("heap_small"), used)) = {
    "makecontext", (void **)&next_makecontext, (const void *)heap_makecontext, (const void *)makecontext};
