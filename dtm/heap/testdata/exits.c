/* exits.c: what of the program's may run after the runtime's exit handler. */
#include "check.h"

#include <pthread.h>
#include <stdlib.h>

static int ran;
static void handler(void) { ran++; }
static void with_argument(int status, void *argument) { ran += status == 0 && argument == &ran; }
static void late(void) { ran++; }
static void handler_with_handler(void) {
    CHECK(ran == 1);
    atexit(late);
}
static void ours(int status, void *argument) {
    CHECK(status == 0 && argument == NULL && ran == 0 && omp2cl_heap_exit_readers() == 4);
    omp2cl_heap_run_exit_handlers(status);
    CHECK(ran == 3 && omp2cl_heap_exit_readers() == 1);
}

__attribute__((destructor)) static void end(void) { puts(ran == 3 ? "ok" : "a handler did not run"); }

int main(void) {
    CHECK(omp2cl_heap_hooks() & OMP2CL_HEAP_EXITS);
    CHECK(omp2cl_heap_exit_readers() == 1); /* the destructor */
    CHECK(atexit(handler) == 0 && omp2cl_heap_exit_readers() == 2);
    CHECK(atexit(handler_with_handler) == 0);
    CHECK(on_exit(with_argument, &ran) == 0 && omp2cl_heap_exit_readers() == 4);
    CHECK(omp2cl_heap_at_exit(ours) == 0 && omp2cl_heap_exit_readers() == 4);
    return 0;
}
