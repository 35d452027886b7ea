/* heap.c: what the runtime's malloc costs beside the C library's, in one process,
 * in turns. A program built by omp2cl with device code has both: malloc, and
 * __libc_malloc behind it.
 *
 * usage: heap rounds
 * Writes a table of medians over the rounds, in nanoseconds for one operation. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void *__libc_malloc(size_t);
void *__libc_realloc(void *, size_t);
void __libc_free(void *);

unsigned omp2cl_heap_hooks(void);

struct allocator {
    void *(*volatile malloc)(size_t);
    void *(*volatile realloc)(void *, size_t);
    void (*volatile free)(void *);
};

static const struct allocator both[] = {{malloc, realloc, free}, {__libc_malloc, __libc_realloc, __libc_free}};

/* An operation, done n times with blocks of a size. */
typedef void operation(const struct allocator *a, size_t size, int n);

static void take_and_give(const struct allocator *a, size_t size, int n) {
    for (int i = 0; i < n; i++)
        a->free(a->malloc(size));
}

static void take_many(const struct allocator *a, size_t size, int n) {
    enum { MANY = 100 };
    void *p[MANY];
    for (int i = 0; i < n; i += MANY) {
        for (int j = 0; j < MANY; j++)
            p[j] = a->malloc(size);
        for (int j = 0; j < MANY; j++)
            a->free(p[j]);
    }
}

static void touch(const struct allocator *a, size_t size, int n) {
    for (int i = 0; i < n; i++) {
        volatile char *p = a->malloc(size);
        for (size_t j = 0; j < size; j += 4096)
            p[j] = 1;
        a->free((void *)p);
    }
}

static void grow(const struct allocator *a, size_t size, int n) {
    for (int i = 0; i < n; i++) {
        char *p = a->malloc(size);
        memset(p, 1, size);
        p = a->realloc(p, 4 * size);
        a->free(p);
    }
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *list, int n) {
    qsort(list, (size_t)n, sizeof *list, compare);
    return list[n / 2];
}

static void row(const char *name, operation *run, size_t size, int n, int rounds) {
    double *t[3];
    for (int k = 0; k < 3; k++)
        t[k] = malloc((size_t)rounds * sizeof(double));
    for (int r = -1; r < rounds; r++) {
        double one[2];
        for (int turn = 0; turn < 2; turn++) {
            int k = (r & 1) ^ turn; /* each goes first every other time */
            double start = now();
            run(&both[k], size, n);
            one[k] = (now() - start) / n;
        }
        if (r < 0) /* warming */
            continue;
        t[0][r] = one[0];
        t[1][r] = one[1];
        t[2][r] = one[0] - one[1];
    }
    printf("%-34s %12.1f %12.1f %12.1f\n", name, median(t[0], rounds), median(t[1], rounds), median(t[2], rounds));
    for (int k = 0; k < 3; k++)
        free(t[k]);
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 101;
    int never = argc > 1000;
#pragma omp target map(never) if(never)
    never = 1;
    if (!(omp2cl_heap_hooks() & 1)) {
        fputs("heap: the runtime's malloc is not in force\n", stderr);
        return 1;
    }
    printf("%-34s %12s %12s %12s\n", "nanoseconds, medians", "omp2cl", "glibc", "difference");
    row("malloc 16, free", take_and_give, 16, 100000, rounds);
    row("malloc 64, free", take_and_give, 64, 100000, rounds);
    row("malloc 1000, free", take_and_give, 1000, 100000, rounds);
    row("100 x malloc 64, 100 x free", take_many, 64, 100000, rounds);
    row("malloc 8 KiB, free", take_and_give, 8 << 10, 100000, rounds);
    row("malloc 64 KiB, free", take_and_give, 64 << 10, 10000, rounds);
    row("malloc 1 MiB, touch, free", touch, 1 << 20, 20, rounds);
    row("malloc 64 MiB, touch, free", touch, 64 << 20, 1, rounds);
    row("realloc 64 MiB to 256 MiB", grow, 64 << 20, 1, rounds / 10 + 1);
    return 0;
}
