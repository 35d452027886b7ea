/* malloc.h: the malloc family under names that nothing else has. */
#ifndef OMP2CL_HEAP_MALLOC_H
#define OMP2CL_HEAP_MALLOC_H

#include <stddef.h>

#pragma GCC visibility push(hidden)
void *heap_malloc(size_t n);
void *heap_calloc(size_t n, size_t size);
void *heap_realloc(void *p, size_t n);
void heap_free(void *p);
#pragma GCC visibility pop

#endif
