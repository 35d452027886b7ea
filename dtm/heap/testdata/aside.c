/* aside.c: run with a preloaded allocator, which gets every call. */
#include "check.h"

#include <dlfcn.h>
#include <malloc.h>
#include <sys/mman.h>

int main(void) {
    unsigned *calls = dlsym(RTLD_DEFAULT, "preloaded_calls");
    CHECK(calls != NULL);
    CHECK(!(omp2cl_heap_hooks() & OMP2CL_HEAP_BLOCKS) && omp2cl_heap_hooks() & OMP2CL_HEAP_MAPPINGS);
    for (size_t n = 10; n < 40 << 20; n *= 3) {
        unsigned before = *calls;
        char *list[] = {malloc(n), calloc(1, n), realloc(NULL, n), memalign(64, n), aligned_alloc(4096, n), valloc(n),
                        pvalloc(n), reallocarray(NULL, 1, n)};
        void *p;
        CHECK(posix_memalign(&p, 64, n) == 0);
        CHECK(*calls == before + 9);
        free(p);
        for (unsigned i = 0; i < sizeof list / sizeof *list; i++) {
            CHECK(malloc_usable_size(list[i]) >= n);
            CHECK(kind(list[i]) == OMP2CL_MEMORY_UNKNOWN); /* though it is mapped memory */
            list[i][n - 1] = 1;
            list[i] = realloc(list[i], 2 * n);
            CHECK(list[i][n - 1] == 1);
            free(list[i]);
        }
    }
    char *mine = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(kind(mine) == OMP2CL_MEMORY_ANON);
    puts("ok");
    return 0;
}
