/* store.h - memory of our own, from mmap. */
#ifndef OMP2CL_PAGES_STORE_H
#define OMP2CL_PAGES_STORE_H

#include <stddef.h>

/* n bytes of zeros, aligned to 64; NULL without memory. */
void *omp2cl_pt_alloc(size_t n);
/* Gives them back; n is what was asked for. */
void omp2cl_pt_free(void *, size_t n);

#endif
