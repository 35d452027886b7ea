/* threads.c: eight threads allocate, grow, shrink and free at random, blocks
 * travel between them, and each block's contents are checked. Argument: rounds. */
#include "check.h"

#include <malloc.h>
#include <pthread.h>

enum { THREADS = 8, SLOTS = 64 };

struct block {
    unsigned char *p;
    size_t n;
    unsigned char mark;
};

static struct block shelf[SLOTS]; /* blocks on their way to another thread */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int rounds;

static unsigned next(unsigned *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* Sizes of all magnitudes, most of them small. */
static size_t size(unsigned *seed) {
    unsigned power = next(seed) % 100 < 95 ? 4 + next(seed) % 16 : 20 + next(seed) % 4;
    return ((size_t)1 << power) + next(seed) % ((size_t)1 << power);
}

/* A block is marked at its ends and once in each page. */
static void fill(struct block *b, unsigned char mark) {
    b->mark = mark;
    for (size_t i = 0; i < b->n; i += 4096)
        b->p[i] = mark;
    b->p[b->n - 1] = mark;
}

static void verify(const struct block *b, size_t n) {
    for (size_t i = 0; i < n; i += 4096)
        CHECK(b->p[i] == b->mark);
    if (n == b->n)
        CHECK(b->p[n - 1] == b->mark);
}

static void make(struct block *b, unsigned *seed) {
    b->n = size(seed);
    switch (next(seed) % 4) {
    case 0:
        b->p = calloc(1, b->n);
        CHECK(b->p != NULL);
        for (size_t i = 0; i < b->n; i += 512)
            CHECK(b->p[i] == 0);
        break;
    case 1: {
        size_t align = (size_t)8 << next(seed) % 16;
        CHECK(posix_memalign((void **)&b->p, align, b->n) == 0);
        CHECK((uintptr_t)b->p % align == 0);
        break;
    }
    default:
        b->p = malloc(b->n);
        CHECK(b->p != NULL);
    }
    CHECK(malloc_usable_size(b->p) >= b->n);
    fill(b, (unsigned char)next(seed));
}

static void change(struct block *b, unsigned *seed) {
    size_t n = size(seed), least = n < b->n ? n : b->n;
    unsigned char *p = realloc(b->p, n);
    CHECK(p != NULL);
    b->p = p;
    verify(b, n < b->n ? n - n % 4096 : least);
    b->n = n;
    fill(b, b->mark);
}

static void *work(void *arg) {
    unsigned seed = 12345u + (unsigned)(uintptr_t)arg;
    struct block mine[16] = {{0}};
    for (int i = 0; i < rounds; i++) {
        struct block *b = &mine[next(&seed) % 16];
        if (b->p == NULL) {
            make(b, &seed);
            continue;
        }
        verify(b, b->n);
        switch (next(&seed) % 3) {
        case 0:
            free(b->p);
            b->p = NULL;
            break;
        case 1:
            change(b, &seed);
            break;
        default: {
            struct block *other = &shelf[next(&seed) % SLOTS], was;
            pthread_mutex_lock(&lock);
            was = *other;
            *other = *b;
            *b = was;
            pthread_mutex_unlock(&lock);
        }
        }
    }
    for (int i = 0; i < 16; i++)
        free(mine[i].p);
    return NULL;
}

int main(int argc, char **argv) {
    struct omp2cl_heap_counts c;
    pthread_t t[THREADS];
    rounds = argc > 1 ? atoi(argv[1]) : 20000;
    for (long i = 0; i < THREADS; i++)
        CHECK(pthread_create(&t[i], NULL, work, (void *)i) == 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < SLOTS; i++)
        free(shelf[i].p);
    omp2cl_heap_count(&c);
    CHECK(!(omp2cl_heap_hooks() & OMP2CL_HEAP_BLOCKS) || c.peak > 0);
    CHECK(c.in_use < c.peak || c.peak == 0);
    CHECK(c.retained <= (256u << 20) + c.peak / 8);
    puts("ok");
    return 0;
}
