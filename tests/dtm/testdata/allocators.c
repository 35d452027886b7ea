// Every way of the C library to give memory.
#define _GNU_SOURCE
#include "torture.h"
#include <errno.h>
#include <malloc.h>
#include <wchar.h>

enum { N = 300000 };

static void aligned(void)
{
    for (size_t alignment = 16; alignment <= 1 << 21; alignment *= 8) {
        void *p = NULL;
        must(posix_memalign(&p, alignment, N) == 0);
        check("posix_memalign", (long)((uintptr_t)p % alignment), 0);
        exercise("posix_memalign", p, N);
        free(p);
        must(p = aligned_alloc(alignment, N / alignment * alignment + alignment));
        check("aligned_alloc", (long)((uintptr_t)p % alignment), 0);
        exercise("aligned_alloc", p, N);
        free(p);
        must(p = memalign(alignment, 70000));
        exercise("memalign", p, 70000);
        free(p);
    }
    void *p = valloc(100001), *q = pvalloc(100001);
    must(p && q);
    check("valloc", (long)((uintptr_t)p % 4096), 0);
    exercise("valloc", p, 100001);
    exercise("pvalloc", q, 102400);
    free(p);
    free(q);
    void *bad = &bad;
    check("bad alignment", posix_memalign(&bad, 3, 100), EINVAL);
}

static void strings(void)
{
    char *text = malloc(N + 1);
    must(text);
    for (long i = 0; i < N; i++)
        text[i] = (char)('a' + i % 26);
    text[N] = 0;
    dev_add_bytes((unsigned char *)text, N, 1);
    char *copy = strdup(text), *part = strndup(text + 1, N / 2);
    must(copy && part);
    check("strdup", strcmp(copy, text), 0);
    check("strndup", (long)strlen(part), N / 2);
    exercise("strdup", (unsigned char *)copy, N);
    exercise("strndup", (unsigned char *)part, N / 2);
    char *printed;
    check("asprintf", asprintf(&printed, "<%s>", text), N + 2);
    check("asprintf text", strncmp(printed + 1, text, N), 0);
    exercise("asprintf", (unsigned char *)printed, N);
    free(text);
    free(copy);
    free(part);
    free(printed);
}

static void streams(void)
{
    char *memory = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&memory, &size);
    must(f);
    for (int i = 0; i < 30000; i++)
        fprintf(f, "line %d\n", i);
    fflush(f);
    dev_add_bytes((unsigned char *)memory, (long)size, 1);
    dev_add_bytes((unsigned char *)memory, (long)size, -1);
    fprintf(f, "the end\n");
    fclose(f);
    check("memstream", strcmp(memory + size - 8, "the end\n"), 0);
    check("memstream text", strncmp(memory, "line 0\nline 1\n", 14), 0);
    dev_add_bytes((unsigned char *)memory, (long)size, 0);
    f = fmemopen(memory, size, "r");
    char *line = NULL;
    size_t room = 0;
    long lines = 0;
    while (getline(&line, &room, f) > 0)
        lines++;
    check("lines", lines, 30001);
    fclose(f);
    exercise("memstream", (unsigned char *)memory, (long)size);
    exercise("line", (unsigned char *)line, (long)room);
    free(memory);
    free(line);
}

static void sizes(void)
{
    for (size_t n = 1; n < 3000000; n = n * 3 + 1) {
        unsigned char *p = malloc(n);
        must(p);
        size_t usable = malloc_usable_size(p);
        quiet_check("usable", usable >= n, 1);
        exercise("malloc", p, (long)n);
        dev_fill_bytes(p, (long)usable, 4);
        quiet_check("all of it", host_wrong_bytes(p, (long)usable, 4), 0);
        free(p);
    }
    check("too large", malloc(PTRDIFF_MAX) == NULL && errno == ENOMEM, 1);
    check("calloc overflow", calloc((size_t)1 << 33, (size_t)1 << 33) == NULL, 1);
    check("reallocarray overflow", reallocarray(NULL, (size_t)1 << 33, (size_t)1 << 33) == NULL, 1);
    int *p = reallocarray(NULL, N, sizeof *p);
    must(p);
    dev_fill(p, N, 1);
    must(p = reallocarray(p, 2 * N, sizeof *p));
    check("reallocarray", host_wrong(p, N, 1), 0);
    exercise("reallocarray", (unsigned char *)p, 2 * N);
    free(p);
    free(NULL);
}

int main(void)
{
    aligned();
    strings();
    streams();
    sizes();
    return status();
}
