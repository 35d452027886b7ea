/* signals.c: handlers that the program installs while the tracker's own handler
 * of SIGSEGV must stay in force. The tracker keeps the program's behind its own
 * and says what the program had. The runtime is told of all handlers: they must not
 * run while their thread is in it. */
#define _GNU_SOURCE
#include "front.h"

#include "../../pages/pages.h"

#include <signal.h>

#pragma weak omp2cl_pages_user_sigaction

/* Of the runtime library (rtlib/capi/visit.h). */
extern void omp2cl_note_handler(int sig, const void *handler) __attribute__((weak));
extern void omp2cl_note_handlers(void) __attribute__((weak));

void heap_note_handler(int sig, const void *handler) {
    if (omp2cl_note_handler != NULL)
        omp2cl_note_handler(sig, handler);
}

/* Whether the tracker has done the call. */
static bool kept(int sig, const struct sigaction *act, struct sigaction *old) {
    if (act != NULL)
        heap_note_handler(sig, (const void *)act->sa_handler); /* the other member has the same place */
    return sig == SIGSEGV && omp2cl_pages_user_sigaction != NULL && omp2cl_pages_user_sigaction(sig, act, old) != 0;
}

/* The same in the terms of signal(2), with the flags that it means. */
static bool kept_plain(int sig, sighandler_t handler, int flags, sighandler_t *was) {
    struct sigaction act = {.sa_flags = flags}, old = {.sa_flags = 0};
    act.sa_handler = handler;
    sigemptyset(&act.sa_mask);
    if (flags & SA_RESTART)
        sigaddset(&act.sa_mask, sig);
    if (handler == SIG_ERR || !kept(sig, &act, &old))
        return false;
    *was = old.sa_handler;
    return true;
}

#define KEPT(call, result) \
    if (call)              \
    return result

sighandler_t __sysv_signal(int, sighandler_t);
sighandler_t bsd_signal(int, sighandler_t);

#define SIGNAL(name, flags)                                                                                 \
    FRONT(heap_signals, sighandler_t, name, (int sig, sighandler_t handler), (sig, handler), SIG_ERR,       \
          sighandler_t was; KEPT(kept_plain(sig, handler, flags, &was), was))

FRONT(heap_signals, int, sigaction, (int sig, const struct sigaction *act, struct sigaction *old), (sig, act, old), -1,
      KEPT(kept(sig, act, old), 0))
SIGNAL(signal, SA_RESTART)
SIGNAL(bsd_signal, SA_RESTART)
SIGNAL(ssignal, SA_RESTART)
SIGNAL(sysv_signal, SA_RESETHAND | SA_NODEFER)
SIGNAL(__sysv_signal, SA_RESETHAND | SA_NODEFER)

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
SIGNAL(sigset, 0)
#pragma GCC diagnostic pop

extern const struct front __start_heap_signals[] __attribute__((visibility("hidden")));
extern const struct front __stop_heap_signals[] __attribute__((visibility("hidden")));

bool heap_signals_in_force(void) {
    for (const struct front *f = __start_heap_signals; f < __stop_heap_signals; f++)
        if (f->ours != f->name_means)
            return false;
    return true;
}

__attribute__((constructor(101))) static void look_up(void) {
    if (omp2cl_note_handlers != NULL && heap_signals_in_force())
        omp2cl_note_handlers();
    for (const struct front *f = __start_heap_signals; f < __stop_heap_signals; f++)
        if (*f->next == NULL)
            *f->next = heap_next(f->name);
}
