/* signals.c: keeps signals of the program away from threads that are not its own,
 * and from its own ones while they are in the runtime. */
#include "visit.h"

#include "../cl/guard.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define BIT(sig) (UINT64_C(1) << ((sig)-1))

/* Signals that a thread brings upon itself are never blocked. */
#define FAULTS (BIT(SIGSEGV) | BIT(SIGBUS) | BIT(SIGILL) | BIT(SIGFPE) | BIT(SIGTRAP) | BIT(SIGSYS) | BIT(SIGABRT))

static sigset_t set_of(uint64_t bits) {
    sigset_t set;
    sigemptyset(&set);
    memcpy(&set, &bits, sizeof bits);
    return set;
}

/* ---- while a thread of the program is in the runtime ---- */

static _Atomic uint64_t handled;  /* signals with a handler of the program's */
static atomic_int unseen = 1;     /* there may be handlers that nobody told of */
static _Thread_local const struct omp2cl_hush *hushed;

void omp2cl_note_handlers(void) { atomic_store(&unseen, 0); }

/* Go's own handler, which the Go runtime installs while it starts and later. */
static int go_starts;
static const void *of_go;

/* What drivers install for themselves is taken back by the guard. A signal is never
 * taken out of the set: a child of vfork that resets handlers shares it. */
void omp2cl_note_handler(int sig, const void *handler) {
    if (handler == (const void *)SIG_DFL || handler == (const void *)SIG_IGN || sig < 1 || sig > 64 || ocl_guarding())
        return;
    if (go_starts)
        of_go = handler;
    if (handler == of_go)
        return;
    atomic_fetch_or(&handled, BIT(sig) & ~FAULTS);
}

/* Where handlers are not seen, those of the terminal's signals are asked for: the
 * default ends the program at once, also while a kernel runs. */
static uint64_t asked(void) {
    static const int terminal[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP};
    uint64_t bits = ~FAULTS;
    for (size_t i = 0; i < sizeof terminal / sizeof *terminal; i++) {
        struct sigaction a;
        if (sigaction(terminal[i], NULL, &a) == 0 && !(a.sa_flags & SA_SIGINFO) && a.sa_handler == SIG_DFL)
            bits &= ~BIT(terminal[i]);
    }
    return bits;
}

static void block(struct omp2cl_hush *h, uint64_t bits) {
    sigset_t set = set_of(bits);
    pthread_sigmask(SIG_BLOCK, &set, &h->before);
    h->on = 1;
    hushed = h;
}

void omp2cl_hush(struct omp2cl_hush *h) {
    uint64_t bits = atomic_load_explicit(&handled, memory_order_relaxed);
    int blind = atomic_load_explicit(&unseen, memory_order_relaxed);
    h->on = 0;
    if ((bits != 0 || blind) && hushed == NULL)
        block(h, blind ? asked() : bits);
}

void omp2cl_unhush(const struct omp2cl_hush *h) {
    if (!h->on)
        return;
    hushed = NULL;
    pthread_sigmask(SIG_SETMASK, &h->before, NULL);
}

void omp2cl_end_hush(void) {
    if (hushed != NULL)
        omp2cl_unhush(hushed);
}

/* ---- threads of the Go runtime ---- */

/* Go unblocks some signals in each thread that it sees, for programs in Go. Its table
 * says which; archive.sh gives it this name. An entry that is not as it was in the
 * version that this was written for is left alone. */
extern struct {
    int32_t flags;
    struct {
        const char *text;
        int64_t length;
    } name;
} omp2cl_go_signals[] __attribute__((weak, visibility("hidden")));

enum { NOTIFY = 1, THROW = 4, SET_STACK = 64, UNBLOCK = 128, IGNORE = 256 };

static void keep_blocked(int sig, int32_t flags) {
    if (omp2cl_go_signals[sig].flags == (flags | UNBLOCK))
        omp2cl_go_signals[sig].flags = flags;
}

static sigset_t of_program;

/* Go's first thread is made between these two, and hands its mask to the others.
 * The sections have the priorities around that of Go's start (archive.sh). */
static void before_go(void) {
    sigset_t set = set_of(~FAULTS);
    pthread_sigmask(SIG_BLOCK, &set, &of_program);
    go_starts = 1;
    if (omp2cl_go_signals == NULL)
        return;
    keep_blocked(SIGCHLD, NOTIFY | IGNORE);
    keep_blocked(SIGPROF, NOTIFY);
    keep_blocked(SIGSTKFLT, THROW);
    keep_blocked(34, SET_STACK); /* SIGRTMIN */
}

static void after_go(void) {
    go_starts = 0;
    pthread_sigmask(SIG_SETMASK, &of_program, NULL);
}

typedef void (*initializer)(void);
__attribute__((section(".init_array.00099"), used)) static initializer first = before_go;
__attribute__((section(".init_array.00101"), used)) static initializer last = after_go;
