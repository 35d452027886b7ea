/* visit.h: what surrounds each call of Go's from the program. */
#ifndef OMP2CL_VISIT_H
#define OMP2CL_VISIT_H

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>

/* The signal mask of a thread while the program's handlers must wait. */
struct omp2cl_hush {
    int on;
    sigset_t before;
};

/* Blocks the signals that the program has handlers for; nothing is done where it
 * has none. Such a handler may touch results that must be fetched, with a lock of
 * the driver's held by the call it interrupts, and need more stack than a
 * goroutine has. */
void omp2cl_hush(struct omp2cl_hush *h);
void omp2cl_unhush(const struct omp2cl_hush *h);
/* The same for what is in force in the thread, where it does not return. */
void omp2cl_end_hush(void);

/* Says that a handler is installed; dtm/heap/names calls it. SIG_DFL and SIG_IGN
 * are none. */
void omp2cl_note_handler(int sig, const void *handler);
/* Says that all handlers will be noted from now on. */
void omp2cl_note_handlers(void);

/* A thread's stay in the runtime. */
struct omp2cl_visit {
    struct omp2cl_hush hush;
    int cancel; /* the thread's state before */
};

/* Begins a visit; 0 if the runtime must not be used, and then it must not be left. The
 * thread cannot be cancelled before its end: drivers wait in cancellation points.
 * Once the process exits, threads other than the exiting one wait here, since
 * drivers go. */
int omp2cl_enter(struct omp2cl_visit *v);
void omp2cl_leave(const struct omp2cl_visit *v);

/* Whether the calling thread is in the runtime; dtm/heap/names asks. */
int omp2cl_inside(void);

/* Threads that have been here and still run, the caller included. A thread is counted
 * before its first visit does anything. */
extern atomic_uint omp2cl_visitors;
/* Threads other than the caller that have been here and still run. */
unsigned omp2cl_other_visitors(void);

/* Says that the calling thread ends the process: others are kept out, and those
 * that are inside are awaited for some time, as is what the pinner is making. */
void omp2cl_begin_exit(int milliseconds);
/* Whether another thread is ending the process. */
int omp2cl_other_exits(void);
/* Says that the runtime must not be used any more. */
void omp2cl_close(void);
int omp2cl_closed(void);
/* Says that this is a forked child; dtm/heap calls it where no handlers of fork run. */
void omp2cl_in_child(void);

/* What a call of Go's gives, or something else where the runtime must not be used. */
#define OMP2CL_ASK(otherwise, call)            \
    ({                                         \
        struct omp2cl_visit visit_;            \
        __typeof__(call) answer_ = (otherwise); \
        if (omp2cl_enter(&visit_)) {           \
            answer_ = (call);                  \
            omp2cl_leave(&visit_);             \
        }                                      \
        answer_;                               \
    })

#endif
