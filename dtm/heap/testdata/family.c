/* family.c: every function of the malloc family, its errors, and what of it is a
 * block with pages of its own. */
#include "check.h"

#include <malloc.h>
#include <stdint.h>
#include <unistd.h>

enum { BIG = 4 << 10 };

static int zeros(const unsigned char *p, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (p[i] != 0)
            return 0;
    return 1;
}

/* So many small requests that get pages, of 100. */
static int with_pages(char *p[100]) {
    int pages = 0;
    for (int i = 0; i < 100; i++) {
        size_t n = 128 + (size_t)i * 39;
        p[i] = i % 4 == 0 ? calloc(1, n) : i % 4 == 1 ? realloc(NULL, n) : i % 4 == 2 ? memalign(64, n) : malloc(n);
        memset(p[i], i, n);
        pages += kind(p[i]) == OMP2CL_MEMORY_BLOCK && extent_is(p[i], OMP2CL_MEMORY_BLOCK, (uintptr_t)p[i], (uintptr_t)p[i] + 4096);
    }
    for (int i = 0; i < 100; i++)
        for (int j = 0; j < 128 + i * 39; j++)
            CHECK(p[i][j] == i);
    return pages;
}

/* The first 64 small blocks of the program have pages, and as many again where one was
 * tracked meanwhile; the C library's have none. */
static void few(void) {
    static char text[1000], *p[100], *q[100];
    memset(text, 'x', sizeof text - 1);
    char *first = malloc(1000), *copy = strdup(text), *tiny = malloc(127);
    CHECK(kind(first) == OMP2CL_MEMORY_BLOCK && kind(copy) == OMP2CL_MEMORY_UNKNOWN);
    CHECK(kind(tiny) == OMP2CL_MEMORY_UNKNOWN);
    memset(first, 'f', 1000);
    CHECK(realloc(first, 4000) == first && realloc(first, 500) == first && first[499] == 'f');
    omp2cl_heap_tracked((uintptr_t)first, (uintptr_t)first + 4096);
    CHECK(with_pages(p) == 99 && with_pages(q) == 28);
    for (int i = 0; i < 100; i++) {
        char *r = realloc(p[i], 20000);
        CHECK(kind(r) == OMP2CL_MEMORY_BLOCK && r[0] == i && r[127] == i);
        free(r);
        free(q[i]);
    }
    free(first);
    free(copy);
    free(tiny);
    CHECK(with_pages(p) == 0); /* those that were freed do not come again */
    for (int i = 0; i < 100; i++)
        free(p[i]);
}

static void sizes(void) {
    for (size_t n = BIG - 2; n < BIG + 3; n++) {
        char *p = malloc(n);
        CHECK(kind(p) == (n < BIG ? OMP2CL_MEMORY_UNKNOWN : OMP2CL_MEMORY_BLOCK));
        CHECK(malloc_usable_size(p) >= n);
        memset(p, 1, malloc_usable_size(p));
        if (n >= BIG) {
            uintptr_t lo = (uintptr_t)p, hi = (lo + n + 4095) & ~(uintptr_t)4095;
            CHECK(lo % 4096 == 0);
            CHECK(extent_is(p, OMP2CL_MEMORY_BLOCK, lo, hi));
            CHECK(extent_is(p + n - 1, OMP2CL_MEMORY_BLOCK, lo, hi));
        }
        free(p);
    }
    for (size_t n = 1 << 20; n <= 64 << 20; n *= 4) {
        char *p = malloc(n + 1);
        CHECK(n < 4 << 20 || (uintptr_t)p % (2 << 20) == 0);
        p[0] = p[n] = 1;
        free(p);
        CHECK(kind(p) == OMP2CL_MEMORY_UNKNOWN);
    }
    CHECK(malloc_usable_size(NULL) == 0);
}

static void nothing(void) {
    errno = 77;
    void *p = malloc(HIDE((size_t)0)), *q = calloc(HIDE((size_t)0), 8);
    CHECK(p != NULL && q != NULL && p != q);
    free(p);
    free(q);
    free(NULL);
    p = malloc(1 << 20);
    free(p);
    CHECK(errno == 77);
}

static void too_much(void) {
    size_t huge = HIDE((size_t)PTRDIFF_MAX);
    void *kept = malloc(100000), *out = &kept;
#define REFUSED(call)                          \
    do {                                       \
        errno = 0;                             \
        CHECK((call) == NULL && errno == ENOMEM); \
    } while (0)
    REFUSED(malloc(huge + 1));
    REFUSED(malloc(HIDE(SIZE_MAX)));
    REFUSED(malloc(huge));
    REFUSED(calloc(huge, 4));
    REFUSED(calloc(HIDE(SIZE_MAX), SIZE_MAX));
    REFUSED(realloc(kept, huge + 1));
    REFUSED(reallocarray(kept, huge, 8));
    REFUSED(reallocarray(kept, HIDE(SIZE_MAX / 2 + 2), 2));
    REFUSED(aligned_alloc(64, huge));
    REFUSED(memalign(4096, huge));
    REFUSED(valloc(huge));
    REFUSED(pvalloc(HIDE(SIZE_MAX)));
    errno = 0;
    CHECK(posix_memalign(&out, 64, huge) == ENOMEM && out == &kept && errno == 0);
    memset(kept, 3, 100000); /* still there */
    free(kept);
}

static void alignments(void) {
    void *p = NULL;
    CHECK(posix_memalign(&p, 0, 100) == EINVAL);
    CHECK(posix_memalign(&p, 4, 100) == EINVAL);
    CHECK(posix_memalign(&p, 24, 100000) == EINVAL);
    errno = 0;
    CHECK(aligned_alloc(HIDE(24), 100000) == NULL && errno == EINVAL);
    for (size_t align = 8; align <= 64 << 20; align *= 2)
        for (size_t n = 1; n <= 40 << 20; n = n * 13 + 1) {
            CHECK(posix_memalign(&p, align, n) == 0);
            CHECK((uintptr_t)p % align == 0);
            memset(p, 1, n < 9999 ? n : 9999);
            ((char *)p)[n - 1] = 1;
            free(p);
            p = aligned_alloc(align, n);
            CHECK(p != NULL && (uintptr_t)p % align == 0);
            free(p);
            p = memalign(align, n);
            CHECK(p != NULL && (uintptr_t)p % align == 0);
            free(p);
        }
    p = memalign(HIDE(48), 100000);
    CHECK((uintptr_t)p % 64 == 0);
    free(p);
    for (size_t n = 1; n < 1 << 20; n *= 7) {
        p = valloc(n);
        CHECK(p != NULL && (uintptr_t)p % 4096 == 0);
        free(p);
        p = pvalloc(n);
        CHECK(p != NULL && (uintptr_t)p % 4096 == 0 && malloc_usable_size(p) >= ((n + 4095) & -4096ul));
        free(p);
    }
}

/* Blocks that are used again are zero. */
static void clearing(void) {
    for (int round = 0; round < 3; round++)
        for (size_t n = 1000; n < 40 << 20; n *= 3) {
            unsigned char *p = malloc(n);
            memset(p, 0xee, n);
            free(p);
            p = calloc(n / 4, 4);
            CHECK(zeros(p, n / 4 * 4));
            free(p);
        }
}

static void resizing(void) {
    size_t n = 10;
    unsigned char *p = malloc(n);
    memset(p, 7, n);
    for (int i = 0; i < 300; i++) {
        size_t m = n < 100 << 20 && i % 40 < 30 ? n + n / 2 + 1 : n / 3 + 1;
        p = realloc(p, m);
        CHECK(p != NULL);
        size_t kept = m < n ? m : n;
        for (size_t j = 0; j < kept; j += 509)
            CHECK(p[j] == 7);
        CHECK(p[kept - 1] == 7);
        memset(p, 7, m);
        n = m;
    }
    CHECK(realloc(p, 0) == NULL);
    p = realloc(NULL, 50000);
    CHECK(kind(p) == OMP2CL_MEMORY_BLOCK);
    unsigned char *q = realloc(p, 49999);
    CHECK(q == p);
    q = realloc(p, 20000);
    CHECK(q == p && malloc_usable_size(p) < 50000 / 2);
    q = realloc(p, 40000); /* what was cut off is free again */
    CHECK(q == p);
    p = reallocarray(q, 100, 1000);
    CHECK(p != NULL && kind(p + 99999) == OMP2CL_MEMORY_BLOCK);
    free(p);
}

/* A very large block grows by moving its pages, not their contents. */
static void moving(void) {
    size_t n = 64 << 20;
    unsigned char *p = malloc(n), *wall;
    for (size_t i = 0; i < n; i += 4096)
        p[i] = (unsigned char)(i >> 12);
    p = realloc(p, n + (8 << 20) - 4096);
    wall = malloc(64 << 20);
    p = realloc(p, 3 * n);
    CHECK(p != NULL && (uintptr_t)p % (2 << 20) == 0);
    for (size_t i = 0; i < n; i += 4096)
        CHECK(p[i] == (unsigned char)(i >> 12));
    p[3 * n - 1] = 1;
    CHECK(extent_is(p, OMP2CL_MEMORY_BLOCK, (uintptr_t)p, (uintptr_t)p + 3 * n));
    free(wall);
    free(p);
}

/* What the C library allocates inside comes from here as well. */
static void inside(void) {
    char *text = malloc(100001), *copy, *line = NULL, *built = NULL;
    size_t room = 0, n = 0;
    memset(text, 'x', 100000);
    text[100000] = 0;
    copy = strdup(text);
    CHECK(kind(copy) == OMP2CL_MEMORY_BLOCK && strcmp(copy, text) == 0);
    FILE *f = tmpfile();
    CHECK(fwrite(text, 1, 100000, f) == 100000);
    rewind(f);
    CHECK(getline(&line, &room, f) == 100000 && kind(line) == OMP2CL_MEMORY_BLOCK);
    fclose(f);
    f = open_memstream(&built, &n);
    fputs(text, f);
    fclose(f);
    CHECK(n == 100000 && strcmp(built, text) == 0 && kind(built) == OMP2CL_MEMORY_BLOCK);
    char *dir = getcwd(NULL, 100000);
    CHECK(dir != NULL);
    free(dir);
    free(text);
    free(copy);
    free(line);
    free(built);
}

int main(void) {
    CHECK(omp2cl_heap_hooks() & OMP2CL_HEAP_BLOCKS);
    few();
    sizes();
    nothing();
    too_much();
    alignments();
    clearing();
    resizing();
    moving();
    inside();
    puts("ok");
    return 0;
}
