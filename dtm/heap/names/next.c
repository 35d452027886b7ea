/* next.c: the functions that ours stand in front of, and whether the room may
 * stand there. A preloaded allocator comes behind the program in the dynamic
 * linker's order, so that our malloc is called in its place: then everything is
 * passed on to it. */
#define _GNU_SOURCE
#include "names.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

/* The GNU C library's own allocator. The references are strong, so that a static
 * program has it. */
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

bool heap_dynamic(void) {
    const ElfW(Phdr) *ph = (const void *)getauxval(AT_PHDR);
    size_t n = getauxval(AT_PHNUM);
    for (size_t i = 0; ph != NULL && i < n; i++)
        if (ph[i].p_type == PT_INTERP)
            return true;
    return false;
}

void *heap_next(const char *name) {
    static int dynamic = -1;
    if (dynamic < 0)
        dynamic = heap_dynamic();
    return dynamic ? dlsym(RTLD_NEXT, name) : NULL;
}

/* ---- before the decision ---- */

static void *first_malloc(size_t n) {
    heap_decide();
    return heap_other.malloc(n);
}

static void *first_calloc(size_t n, size_t size) {
    heap_decide();
    return heap_other.calloc(n, size);
}

static void *first_realloc(void *p, size_t n) {
    heap_decide();
    return heap_other.realloc(p, n);
}

static void *first_memalign(size_t align, size_t n) {
    heap_decide();
    return heap_other.memalign(align, n);
}

static void first_free(void *p) {
    heap_decide();
    heap_other.free(p);
}

static size_t first_usable(void *p) {
    heap_decide();
    return heap_other.usable(p);
}

struct allocator heap_other = {
    .malloc = first_malloc, .calloc = first_calloc, .realloc = first_realloc,
    .memalign = first_memalign, .free = first_free, .usable = first_usable,
};
size_t heap_threshold;

/* ---- the decision ---- */

static size_t unknown_size(void *p) {
    (void)p;
    return 0;
}

/* The C library's allocator, while there is nothing better. */
static struct allocator builtin(void) {
    return (struct allocator){
        .malloc = __libc_malloc, .calloc = __libc_calloc, .realloc = __libc_realloc,
        .memalign = __libc_memalign, .free = __libc_free, .usable = unknown_size,
    };
}

/* The allocator behind ours. */
static struct allocator behind(void) {
    struct allocator a = builtin();
    void *p;
    if ((p = heap_next("malloc")) != NULL)
        a.malloc = (void *(*)(size_t))p;
    if ((p = heap_next("calloc")) != NULL)
        a.calloc = (void *(*)(size_t, size_t))p;
    if ((p = heap_next("realloc")) != NULL)
        a.realloc = (void *(*)(void *, size_t))p;
    if ((p = heap_next("memalign")) != NULL)
        a.memalign = (void *(*)(size_t, size_t))p;
    if ((p = heap_next("free")) != NULL)
        a.free = (void (*)(void *))p;
    if ((p = heap_next("malloc_usable_size")) != NULL)
        a.usable = (size_t(*)(void *))p;
    return a;
}

/* What the names mean. Volatile, for the compiler would take them to differ from
 * ours. */
static volatile const struct allocator meant = {.malloc = malloc, .calloc = calloc, .realloc = realloc, .free = free};

/* Whether they mean our functions: not so in a program with an allocator of its
 * own, in a static one, and in a library that came later than libc. */
static bool names_are_ours(void) {
    return meant.malloc == heap_malloc && meant.calloc == heap_calloc && meant.realloc == heap_realloc &&
           meant.free == heap_free;
}

/* Where a name is not ours, what it means is what our other functions must use:
 * the allocator of the program. */
static void keep_to_names(struct allocator *a) {
    if (meant.malloc != heap_malloc)
        a->malloc = meant.malloc;
    if (meant.calloc != heap_calloc)
        a->calloc = meant.calloc;
    if (meant.realloc != heap_realloc)
        a->realloc = meant.realloc;
    if (meant.free != heap_free)
        a->free = meant.free;
}

static int is_valgrind(struct dl_phdr_info *info, size_t size, void *unused) {
    (void)size, (void)unused;
    return strstr(info->dlpi_name, "/vgpreload_") != NULL;
}

/* Valgrind replaces malloc and free by their names wherever they are, but not all
 * of the family. */
static bool under_valgrind(void) { return dl_iterate_phdr(is_valgrind, NULL) != 0; }

static bool is_builtin(const struct allocator *a) {
    return a->malloc == __libc_malloc && a->free == __libc_free && a->calloc == __libc_calloc &&
           a->realloc == __libc_realloc;
}

static struct { uintptr_t lo, hi; } foreign; /* the object with the foreign allocator's code */

static int find_object(struct dl_phdr_info *info, size_t size, void *code) {
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        uintptr_t lo = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr, hi = lo + info->dlpi_phdr[i].p_memsz;
        if (info->dlpi_phdr[i].p_type == PT_LOAD && (uintptr_t)code >= lo && (uintptr_t)code < hi) {
            foreign.lo = lo;
            foreign.hi = hi;
            return 1;
        }
    }
    return 0;
}

bool heap_foreign_caller(const void *code) { return (uintptr_t)code >= foreign.lo && (uintptr_t)code < foreign.hi; }

/* A function of the foreign allocator's. */
static void *of_foreign(const char *name) {
    void *p = heap_next(name);
    return heap_foreign_caller(p) ? p : NULL;
}

static void add_foreign(struct allocator *a) {
    dl_iterate_phdr(find_object, (void *)a->malloc);
    a->posix_memalign = (int (*)(void **, size_t, size_t))of_foreign("posix_memalign");
    a->aligned_alloc = (void *(*)(size_t, size_t))of_foreign("aligned_alloc");
    a->valloc = (void *(*)(size_t))of_foreign("valloc");
    a->pvalloc = (void *(*)(size_t))of_foreign("pvalloc");
}

void heap_decide(void) {
    static bool deciding; /* the first call comes before the second thread */
    if (LIKELY(heap_threshold != 0))
        return;
    if (deciding) { /* from inside dlsym */
        heap_other = builtin();
        return;
    }
    deciding = true;
    int saved = errno;
    struct allocator a = behind();
    bool ours = names_are_ours() && heap_dynamic() && is_builtin(&a) && !under_valgrind();
    if (!is_builtin(&a)) {
        add_foreign(&a);
    } else { /* call it by the direct way */
        size_t (*usable)(void *) = a.usable;
        a = builtin();
        a.usable = usable;
    }
    if (!names_are_ours())
        keep_to_names(&a);
    heap_other = a;
    heap_threshold = ours ? SMALLEST : SIZE_MAX;
    errno = saved;
}
