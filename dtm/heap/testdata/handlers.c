/* handlers.c: a handler of SIGSEGV that the program installs goes to the tracker,
 * in every way there is to install one; other signals do not. */
#include "check.h"

#include <signal.h>

static struct sigaction kept = {.sa_handler = SIG_DFL};
static volatile int asked, taking = 1;

int omp2cl_pages_user_sigaction(int sig, const struct sigaction *act, struct sigaction *old) {
    CHECK(sig == SIGSEGV);
    asked++;
    if (!taking)
        return 0;
    if (old != NULL)
        *old = kept;
    if (act != NULL)
        kept = *act;
    return 1;
}

static void handle(int sig) { (void)sig; }
static void other(int sig) { (void)sig; }

/* What the kernel has. */
extern int __sigaction(int, const struct sigaction *, struct sigaction *);
static sighandler_t installed(int sig) {
    struct sigaction a;
    CHECK(__sigaction(sig, NULL, &a) == 0);
    return a.sa_handler;
}

int main(void) {
    struct sigaction act = {.sa_handler = handle, .sa_flags = SA_NODEFER}, old;
    CHECK(omp2cl_heap_hooks() & OMP2CL_HEAP_SIGNALS);
    CHECK(sigaction(SIGUSR1, &act, NULL) == 0 && installed(SIGUSR1) == handle && asked == 0);
    CHECK(signal(SIGUSR1, other) == handle && installed(SIGUSR1) == other && asked == 0);
    CHECK(sigaction(SIGSEGV, &act, &old) == 0 && old.sa_handler == SIG_DFL && kept.sa_flags == SA_NODEFER);
    CHECK(installed(SIGSEGV) == SIG_DFL && asked == 1);
    CHECK(sigaction(SIGSEGV, NULL, &old) == 0 && old.sa_handler == handle);
    CHECK(signal(SIGSEGV, other) == handle && kept.sa_handler == other && kept.sa_flags == SA_RESTART);
    CHECK(sigismember(&kept.sa_mask, SIGSEGV) == 1);
    CHECK(sysv_signal(SIGSEGV, handle) == other && kept.sa_flags == (int)(SA_RESETHAND | SA_NODEFER));
    CHECK(installed(SIGSEGV) == SIG_DFL);
    taking = 0; /* the tracker has no handler in this rung */
    CHECK(signal(SIGSEGV, other) == SIG_DFL && installed(SIGSEGV) == other);
    errno = 0;
    CHECK(signal(9999, other) == SIG_ERR && errno == EINVAL);
    puts("ok");
    return 0;
}
