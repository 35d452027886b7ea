/* threads.c: the end of a program whose main thread has ended by pthread_exit. The C
 * library exits when the last thread ends, but threads of the runtime and of drivers
 * never do. So the others are counted, and the last of them exits. Threads that are
 * not the program's are those made before its constructors run, by a thread that is in
 * the runtime, or by another such thread. */
#define _GNU_SOURCE
#include "front.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

/* Of the runtime library (rtlib/capi/visit.h). */
extern int omp2cl_inside(void) __attribute__((weak));

struct start {
    void *(*body)(void *);
    int (*body11)(void *); /* of thrd_create, or NULL */
    void *argument;
    bool ours;
};

static atomic_int programs = 1, ours; /* threads that live */
static bool begun;                    /* constructors run */
static _Thread_local bool is_ours;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t at_end;
static bool has_key;
static char rounds[PTHREAD_DESTRUCTOR_ITERATIONS];

/* The threads of the process, the main one also when it has ended; 0 if that is not known. */
static int all_threads(void) {
    int n = 0;
    DIR *d = opendir("/proc/self/task");
    if (d == NULL)
        return 0;
    for (struct dirent *e; (e = readdir(d)) != NULL;)
        n += e->d_name[0] != '.';
    closedir(d);
    return n;
}

/* Whether all threads but this one are ours, or main's remains. Those that have just
 * ended may be seen for a moment; one that was made unseen keeps the process alive. */
static bool alone(void) {
    enum { PATIENCE_MS = 1000 };
    for (int ms = 0; ms < PATIENCE_MS; ms++) {
        if (all_threads() - 1 - atomic_load(&ours) == (syscall(SYS_gettid) != getpid()))
            return true;
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    return false;
}

/* The end of a thread, behind the destructors of its other keys. */
static void end(void *round) {
    char *next = (char *)round + 1;
    if (next < rounds + PTHREAD_DESTRUCTOR_ITERATIONS && pthread_setspecific(at_end, next) == 0)
        return;
    heap_end_stacks();
    if (is_ours)
        atomic_fetch_sub(&ours, 1);
    else if (atomic_fetch_sub(&programs, 1) == 1 && alone())
        exit(0);
}

static void make_key(void) { has_key = pthread_key_create(&at_end, end) == 0; }

static void *begin(void *p) {
    struct start s = *(struct start *)p;
    heap_free(p);
    is_ours = s.ours;
    pthread_setspecific(at_end, rounds);
    return s.body11 != NULL ? (void *)(intptr_t)s.body11(s.argument) : s.body(s.argument);
}

static int begin11(void *p) { return (int)(intptr_t)begin(p); }

/* Whether threads can be counted: without a key nobody sees their end. */
static bool can_count(void) {
    pthread_once(&once, make_key);
    return has_key;
}

/* Counts a thread that is about to be made, and takes what it starts with. */
static struct start *count(struct start s) {
    struct start *kept = heap_malloc(sizeof s);
    if (kept == NULL)
        return NULL;
    s.ours = !begun || is_ours || (omp2cl_inside != NULL && omp2cl_inside());
    *kept = s;
    atomic_fetch_add(s.ours ? &ours : &programs, 1);
    return kept;
}

static int made(int result, int success, struct start *s) {
    if (result != success) {
        atomic_fetch_sub(s->ours ? &ours : &programs, 1);
        heap_free(s);
    }
    return result;
}

static int (*next_pthread_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
static int heap_pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*body)(void *), void *argument) {
    if (NEXT(pthread_create) == NULL)
        return EAGAIN;
    if (!can_count())
        return next_pthread_create(t, a, body, argument);
    struct start *s = count((struct start){.body = body, .argument = argument});
    if (s == NULL)
        return EAGAIN;
    return made(next_pthread_create(t, a, begin, s), 0, s);
}

static int (*next_thrd_create)(thrd_t *, int (*)(void *), void *);
static int heap_thrd_create(thrd_t *t, int (*body)(void *), void *argument) {
    if (NEXT(thrd_create) == NULL)
        return thrd_nomem;
    if (!can_count())
        return next_thrd_create(t, body, argument);
    struct start *s = count((struct start){.body11 = body, .argument = argument});
    if (s == NULL)
        return thrd_nomem;
    return made(next_thrd_create(t, begin11, s), thrd_success, s);
}

IN_FRONT int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*body)(void *), void *argument)
    __attribute__((alias("heap_pthread_create")));
IN_FRONT int thrd_create(thrd_t *t, int (*body)(void *), void *argument) __attribute__((alias("heap_thrd_create")));

static void in_child(void) {
    atomic_store(&programs, 1);
    atomic_store(&ours, 0);
    is_ours = false;
}

__attribute__((constructor(101))) static void look_up(void) {
    pthread_once(&once, make_key);
    pthread_atfork(NULL, NULL, in_child);
    if (has_key)
        pthread_setspecific(at_end, rounds);
    begun = true;
}
