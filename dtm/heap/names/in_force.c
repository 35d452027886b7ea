/* in_force.c: what of the names is the room's own in this program. */
#include "names.h"

static unsigned in_force(void) {
    heap_decide();
    return (heap_threshold < SIZE_MAX ? OMP2CL_HEAP_BLOCKS : 0) |
           (heap_mappings_in_force() && heap_libraries_in_force() ? OMP2CL_HEAP_MAPPINGS : 0) | (heap_io_in_force() ? OMP2CL_HEAP_IO : 0) |
           (heap_signals_in_force() ? OMP2CL_HEAP_SIGNALS : 0) | (heap_exits_in_force() ? OMP2CL_HEAP_EXITS : 0);
}

const struct heap_names heap_names = {in_force, heap_run_exit_handlers};

__attribute__((constructor)) static void decide(void) { heap_decide(); }
