/* heap.h: the memory room. What kinds of memory the program has, which pages of
 * it belong to one object alone, and when memory dies.
 *
 * The room stands in front of the C library's malloc family, mapping calls and
 * reading and writing calls in the program that it is linked into, and steps
 * aside where it must not: in a program with an allocator of its own or a
 * preloaded one, in static programs, in shared libraries, under a sanitizer.
 * omp2cl_heap_hooks says what is in force. All functions are thread-safe, call
 * no Go, and leave errno alone unless they say otherwise. */
#ifndef OMP2CL_HEAP_H
#define OMP2CL_HEAP_H

#include <stddef.h>
#include <stdint.h>

enum omp2cl_memory {
    OMP2CL_MEMORY_UNKNOWN = 0,  /* stack, small heap blocks, brk, foreign allocators: copy eagerly */
    OMP2CL_MEMORY_BLOCK,        /* a block of our malloc; all pages of the extent are its own */
    OMP2CL_MEMORY_ANON,         /* a private anonymous mapping of the application's, readable and writable */
    OMP2CL_MEMORY_BSS,          /* the anonymous part of a writable segment */
    OMP2CL_MEMORY_DATA,         /* the file-backed part of one: see omp2cl_heap_detach_data */
    OMP2CL_MEMORY_FILE_PRIVATE, /* a private file mapping of the application's */
    OMP2CL_MEMORY_FILE_SHARED,  /* a shared mapping of the application's, of a file or anonymous */
};

/* The kind of the memory at address, and the page-aligned extent [*lo, *hi)
 * around it: all of one kind, and of one block, mapping or segment. Of a segment
 * or mapping, other objects than the caller's may share the pages; of a block
 * not. UNKNOWN leaves *lo and *hi alone. */
int omp2cl_heap_kind(uintptr_t address, uintptr_t *lo, uintptr_t *hi);

/* Says that pages of [lo, hi) are tracked from now on: the hooks call
 * omp2cl_pages_gone and omp2cl_pages_home for tracked memory only. A block or
 * mapping that dies is forgotten; say it again for what comes after it. */
void omp2cl_heap_tracked(uintptr_t lo, uintptr_t hi);

/* Gives a mapping that is about to be tracked in part its memory's identity, so
 * that the kernel can join its parts again afterwards: mremap takes no mapping that
 * has fallen apart. lo is the extent's; nothing of the mapping is tracked yet. */
void omp2cl_heap_anchor(uintptr_t lo);

/* Replaces the pages [lo, hi) of a DATA extent by anonymous memory with the same
 * contents, where that has not been done yet; the kind stays DATA. No other thread may write there while
 * it runs. 0, or -errno (-EINVAL: not page-aligned, or not all of one extent);
 * after an error the contents are untouched. */
int omp2cl_heap_detach_data(uintptr_t lo, uintptr_t hi);

/* What of the room is in force: nothing where the command has left out the object
 * that stands in front of the C library. */
enum omp2cl_heap_hook {
    OMP2CL_HEAP_BLOCKS = 1,   /* big blocks are ours */
    OMP2CL_HEAP_MAPPINGS = 2, /* munmap & co. are seen: without it nothing may be tracked but BLOCKs */
    OMP2CL_HEAP_IO = 4,       /* reading and writing calls bring absent pages home first */
    OMP2CL_HEAP_SIGNALS = 8,  /* sigaction and signal are seen */
    OMP2CL_HEAP_EXITS = 16,   /* atexit and on_exit are seen */
};
unsigned omp2cl_heap_hooks(void);

/* How many pieces of code of the program's may run after an exit handler that
 * is registered now: exit handlers that the program or a library of its own
 * (none of the system's directories) has registered so far, and destructors in
 * their .fini_array beyond the C compiler's own and those of translated units; and
 * threads beside the calling one that have used the runtime, for they go on. */
unsigned omp2cl_heap_exit_readers(void);

/* on_exit that omp2cl_heap_exit_readers does not count. 0, or -1. */
int omp2cl_heap_at_exit(void (*handler)(int status, void *argument));

/* The process exits with this status: runs the program's exit handlers that have not had
 * their turn, the last first, as far as they were seen. */
void omp2cl_heap_run_exit_handlers(int status);

/* Bytes of big blocks, for tests and traces. */
struct omp2cl_heap_counts {
    size_t in_use;   /* in blocks that the program has */
    size_t peak;     /* the most that in_use has been */
    size_t retained; /* in free pages that are kept for reuse */
    size_t mapped;   /* address space held */
};
void omp2cl_heap_count(struct omp2cl_heap_counts *counts);

#endif
