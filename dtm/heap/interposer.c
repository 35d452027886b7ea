/* interposer.c: what of the names that the room stands in front of is its own in
 * this program. Whoever needs the room refers to this file, and it to the files
 * that define the names. */
#include "inner.h"

static unsigned in_force(void) {
    heap_decide();
    return (heap_threshold == EXCLUSIVE ? OMP2CL_HEAP_BLOCKS : 0) |
           (heap_mappings_in_force() ? OMP2CL_HEAP_MAPPINGS : 0);
}

const struct interposer omp2cl_interposer = {in_force};

__attribute__((constructor)) static void decide(void) { heap_decide(); }
