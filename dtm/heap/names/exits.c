/* exits.c: exit handlers. atexit is __cxa_atexit in each object; so are the
 * destructors of C++ objects. */
#define _GNU_SOURCE
#include "front.h"

#include <stdlib.h>

int __cxa_atexit(void (*handler)(void *), void *argument, void *object);

FRONT(heap_exits, int, __cxa_atexit, (void (*handler)(void *), void *argument, void *object),
      (handler, argument, object), -1, heap_exit_handler(object))
FRONT(heap_exits, int, on_exit, (void (*handler)(int, void *), void *argument), (handler, argument), -1,
      heap_exit_handler((const void *)handler))

bool heap_exits_in_force(void) {
    return front___cxa_atexit.ours == front___cxa_atexit.name_means && front_on_exit.ours == front_on_exit.name_means;
}
