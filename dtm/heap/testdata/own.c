/* own.c: a program with an allocator of its own. Everything goes to it, and heap
 * memory is of unknown kind. */
#include "check.h"

#include <sys/mman.h>

static char pool[32 << 20] __attribute__((aligned(16)));
static size_t used;
static int calls;

void *malloc(size_t n) {
    size_t *p = (size_t *)(pool + used);
    calls++;
    if (n > sizeof pool - used - 32)
        return NULL;
    used += (n + 16 + 15) & -16ul;
    p[0] = n;
    return p + 2;
}

void free(void *p) { calls += p != NULL; }

void *calloc(size_t n, size_t size) { return malloc(n * size); }

void *realloc(void *p, size_t n) {
    void *q = malloc(n);
    if (p != NULL && q != NULL)
        memcpy(q, p, ((size_t *)p)[-2] < n ? ((size_t *)p)[-2] : n);
    return q;
}

int main(void) {
    CHECK(!(omp2cl_heap_hooks() & OMP2CL_HEAP_BLOCKS) && omp2cl_heap_hooks() & OMP2CL_HEAP_MAPPINGS);
    int before = calls;
    char *p = malloc(1 << 20), *text, *copy;
    CHECK(p > pool && p < pool + sizeof pool);
    p = reallocarray(p, 2, 1 << 20);
    CHECK(p > pool && p < pool + sizeof pool);
    text = malloc(50000);
    memset(text, 'a', 49999);
    text[49999] = 0;
    copy = strdup(text);
    CHECK(copy > pool && copy < pool + sizeof pool && strcmp(copy, text) == 0);
    free(copy);
    free(p);
    CHECK(calls >= before + 6);
    puts("ok");
    return 0;
}
