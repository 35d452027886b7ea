#define _GNU_SOURCE
#include "guard.h"

#include <link.h>
#include <stdlib.h>

/* The objects that were in the process before OpenCL, by their load address. */
static uintptr_t *known;
static size_t nknown, room;

static int note_object(struct dl_phdr_info *info, size_t size, void *unused) {
    (void)size, (void)unused;
    if (nknown == room) {
        size_t more = room ? 2 * room : 64;
        uintptr_t *larger = realloc(known, more * sizeof *known);
        if (larger == NULL)
            return 1;
        known = larger;
        room = more;
    }
    known[nknown++] = info->dlpi_addr;
    return 0;
}

void ocl_guard_start(void) { dl_iterate_phdr(note_object, NULL); }

/* The load address of the object that code is in. */
struct owner {
    uintptr_t code, at;
    int found;
};

static int look_for(struct dl_phdr_info *info, size_t size, void *arg) {
    struct owner *o = arg;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
        if (ph->p_type != PT_LOAD || o->code - info->dlpi_addr - ph->p_vaddr >= ph->p_memsz)
            continue;
        o->at = info->dlpi_addr;
        o->found = 1;
        return 1;
    }
    return 0;
}

/* Whether a handler lies in an object that has come since. dladdr would tell too, but it
 * looks at all symbols of the object, which are 5 ms for the handlers of LLVM. */
static int came_later(const void *code) {
    struct owner o = {.code = (uintptr_t)code};
    if (code == NULL || dl_iterate_phdr(look_for, &o) == 0 || !o.found)
        return 0;
    for (size_t i = 0; i < nknown; i++)
        if (known[i] == o.at)
            return 0;
    return 1;
}

static const void *handler(const struct sigaction *a) {
    if (a->sa_flags & SA_SIGINFO)
        return (const void *)a->sa_sigaction;
    if (a->sa_handler == SIG_DFL || a->sa_handler == SIG_IGN)
        return NULL;
    return (const void *)a->sa_handler;
}

void ocl_block_signals(sigset_t *old) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS};
    sigset_t set;
    sigfillset(&set);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        sigdelset(&set, faults[i]);
    pthread_sigmask(SIG_BLOCK, &set, old);
}

static _Thread_local int guarding;

int ocl_guarding(void) { return guarding; }

void ocl_guard_enter(struct ocl_guard *g) {
    guarding++;
    ocl_block_signals(&g->mask);
    for (int s = 1; s < NSIG; s++)
        if (sigaction(s, NULL, &g->saved[s]) != 0)
            g->saved[s].sa_handler = SIG_ERR;
    sigaltstack(NULL, &g->stack);
}

void ocl_guard_admit(const struct ocl_guard *g) {
    static const int terminal[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof terminal / sizeof terminal[0]; i++) {
        const struct sigaction *a = &g->saved[terminal[i]];
        if (!(a->sa_flags & SA_SIGINFO) && a->sa_handler == SIG_DFL && !sigismember(&g->mask, terminal[i]))
            sigaddset(&set, terminal[i]);
    }
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

void ocl_guard_leave(const struct ocl_guard *g) {
    for (int s = 1; s < NSIG; s++) {
        struct sigaction now;
        if (g->saved[s].sa_handler == SIG_ERR || sigaction(s, NULL, &now) != 0)
            continue;
        if (handler(&now) != handler(&g->saved[s]) && came_later(handler(&now)) && !came_later(handler(&g->saved[s])))
            sigaction(s, &g->saved[s], NULL);
    }
    stack_t now;
    if (sigaltstack(NULL, &now) == 0 && now.ss_sp != g->stack.ss_sp && !(now.ss_flags & SS_ONSTACK))
        sigaltstack(&g->stack, NULL);
    guarding--;
    pthread_sigmask(SIG_SETMASK, &g->mask, NULL);
}

ocl_queue ocl_new_queue(ocl_context c, ocl_device d, uint64_t properties, int32_t *status) {
    struct ocl_guard g;
    ocl_guard_enter(&g);
    ocl_queue q = ocl.CreateCommandQueue(c, d, properties, status);
    ocl_guard_leave(&g);
    return q;
}
