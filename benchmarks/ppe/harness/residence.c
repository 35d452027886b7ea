/* residence.c: the data environment around the runs, built by omp2cl: a problem's
 * arrays are on the device from enter to leave. A region need not be complete when the
 * program goes on; complete waits, as clFinish does for hand-written programs. */
#include "residence.h"

/* Loads the drivers, as the first region of a program without OpenCL of its own does: the
 * runtime takes back the signal handlers that they install then (LLVM does). Those that
 * come through calls of the program's count as its own, and cost each region two system
 * calls, in which they are blocked. */
void wake_runtime(void)
{
#pragma omp target
    ;
}

void enter(struct problem *p)
{
    for (int i = 0; i < p->arrays; i++) {
        char *at = p->array[i].at;
        size_t bytes = p->array[i].count * type_size(p->array[i].type);
#pragma omp target enter data map(to: at[0:bytes])
    }
}

/* The runtime library's. */
void omp2cl_settle(void);

void complete(void) { omp2cl_settle(); }

void leave(struct problem *p)
{
    for (int i = 0; i < p->arrays; i++) {
        char *at = p->array[i].at;
        size_t bytes = p->array[i].count * type_size(p->array[i].type);
        if (p->array[i].role == OUT) {
#pragma omp target exit data map(from: at[0:bytes])
        } else {
#pragma omp target exit data map(release: at[0:bytes])
        }
    }
}
