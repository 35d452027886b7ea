/* kind.c: what kind of memory an address is in. */
#include "inner.h"

#include <sys/mman.h>

#define READ_WRITE (PROT_READ | PROT_WRITE)

static int kind_of(uintptr_t address, uintptr_t *lo, uintptr_t *hi) {
    struct range r;
    if (heap_in_span(address))
        return heap_block_around(address, lo, hi) ? OMP2CL_MEMORY_BLOCK : OMP2CL_MEMORY_UNKNOWN;
    if (!heap_mapping_at(address, &r))
        return heap_segment_kind(address, lo, hi);
    if (r.kind != OMP2CL_MEMORY_FILE_SHARED && r.prot != READ_WRITE)
        return OMP2CL_MEMORY_UNKNOWN;
    *lo = r.lo;
    *hi = r.hi;
    return r.kind;
}

/* Whether a block or mapping is the stack that the caller runs on: see names/stacks.c. */
static bool is_stack(int kind, uintptr_t lo, uintptr_t hi) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    return (kind == OMP2CL_MEMORY_BLOCK || kind == OMP2CL_MEMORY_ANON) && lo <= here && here < hi;
}

int omp2cl_heap_kind(uintptr_t address, uintptr_t *lo, uintptr_t *hi) {
    uintptr_t first, last;
    int kind = kind_of(address, &first, &last);
    if (kind == OMP2CL_MEMORY_UNKNOWN || is_stack(kind, first, last) || !heap_clip(address, &first, &last))
        return OMP2CL_MEMORY_UNKNOWN;
    *lo = first;
    *hi = last;
    return kind;
}

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

void omp2cl_heap_anchor(uintptr_t lo) { raw_advise((void *)lo, PAGE, MADV_POPULATE_WRITE); }

void omp2cl_heap_tracked(uintptr_t lo, uintptr_t hi) {
    heap_track(lo, hi);
    heap_mark_tracked(lo, hi);
}

unsigned omp2cl_heap_hooks(void) { return &heap_names == NULL ? 0 : heap_names.in_force(); }
