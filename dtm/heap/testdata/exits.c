/* exits.c: what of the program's may run after the runtime's exit handler. */
#include "check.h"

#include <pthread.h>

static int ran;
static void handler(void) { ran++; }
static void with_argument(int status, void *argument) { ran += status == 0 && argument == &ran; }
static void ours(void) { CHECK(ran == 0 && omp2cl_heap_exit_readers() == 3); }

__attribute__((destructor)) static void end(void) { puts(ran == 2 ? "ok" : "a handler did not run"); }

int main(void) {
    CHECK(omp2cl_heap_hooks() & OMP2CL_HEAP_EXITS);
    CHECK(omp2cl_heap_exit_readers() == 1); /* the destructor */
    CHECK(atexit(handler) == 0 && omp2cl_heap_exit_readers() == 2);
    CHECK(on_exit(with_argument, &ran) == 0 && omp2cl_heap_exit_readers() == 3);
    CHECK(omp2cl_heap_at_exit(ours) == 0 && omp2cl_heap_exit_readers() == 3);
    return 0;
}
