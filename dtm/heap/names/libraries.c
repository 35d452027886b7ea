/* libraries.c: a library that is closed takes its .data and .bss with it. */
#define _GNU_SOURCE
#include "front.h"

#include <dlfcn.h>

FRONT(heap_libraries, int, dlclose, (void *library), (library), -1, heap_unloading())

bool heap_libraries_in_force(void) { return front_dlclose.ours == front_dlclose.name_means; }
