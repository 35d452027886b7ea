/* exits.c: exit handlers. atexit is __cxa_atexit in each object; so are the
 * destructors of C++ objects. Those of the program may have constructs, but the handlers
 * of a driver, which came later, run before them: the runtime's own, which is the
 * first, runs them all. The C library then finds that they have run. */
#define _GNU_SOURCE
#include "front.h"

#include <stdlib.h>

int __cxa_atexit(void (*handler)(void *), void *argument, void *object);

struct handler {
    void (*plain)(void *);
    void (*with_status)(int, void *); /* of on_exit, or NULL */
    void *argument;
    atomic_bool ran;
    struct handler *before;
};

static _Atomic(struct handler *) last; /* none is ever freed */

static struct handler *keep(struct handler h) {
    struct handler *kept = heap_malloc(sizeof h);
    if (kept == NULL)
        return NULL;
    *kept = h;
    kept->before = atomic_load(&last);
    while (!atomic_compare_exchange_weak(&last, &kept->before, kept))
        continue;
    return kept;
}

static bool run(struct handler *h, int status) {
    if (atomic_exchange(&h->ran, true))
        return false;
    if (h->with_status != NULL)
        h->with_status(status, h->argument);
    else
        h->plain(h->argument);
    return true;
}

static void run_with_status(int status, void *h) { run(h, status); }
static void run_plain(void *h) { run(h, 0); }

void heap_run_exit_handlers(int status) {
    for (struct handler *h; (h = atomic_load(&last)) != NULL;)
        if (atomic_compare_exchange_strong(&last, &h, h->before) && run(h, status))
            heap_exit_handler_ran();
}

static int (*next___cxa_atexit)(void (*)(void *), void *, void *);
static int heap___cxa_atexit(void (*handler)(void *), void *argument, void *object) {
    if (NEXT(__cxa_atexit) == NULL)
        return -1;
    struct handler *h = heap_exit_handler(object) ? keep((struct handler){.plain = handler, .argument = argument}) : NULL;
    return h != NULL ? next___cxa_atexit(run_plain, h, object) : next___cxa_atexit(handler, argument, object);
}

static int (*next_on_exit)(void (*)(int, void *), void *);
static int heap_on_exit(void (*handler)(int, void *), void *argument) {
    if (NEXT(on_exit) == NULL)
        return -1;
    struct handler *h =
        heap_exit_handler((const void *)handler) ? keep((struct handler){.with_status = handler, .argument = argument}) : NULL;
    return h != NULL ? next_on_exit(run_with_status, h) : next_on_exit(handler, argument);
}

#define STANDS_IN_FRONT(result, name, parameters)                                                  \
    IN_FRONT result name parameters __attribute__((alias("heap_" #name)));                         \
    static const struct front front_##name __attribute__((section("heap_exits"), used)) = {        \
        #name, (void **)&next_##name, (const void *)heap_##name, (const void *)name};
STANDS_IN_FRONT(int, __cxa_atexit, (void (*handler)(void *), void *argument, void *object))
STANDS_IN_FRONT(int, on_exit, (void (*handler)(int, void *), void *argument))

bool heap_exits_in_force(void) {
    return front___cxa_atexit.ours == front___cxa_atexit.name_means && front_on_exit.ours == front_on_exit.name_means;
}
