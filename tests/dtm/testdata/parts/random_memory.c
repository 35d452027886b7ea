#define _GNU_SOURCE
#include "random.h"
#include <stdarg.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

array arrays[ARRAYS];
int seed, steps;

static int host_values[ARRAYS][MOST], device_values[2][ARRAYS][MOST], scratch[MOST];
static unsigned char host_known[ARRAYS][MOST], device_known[2][ARRAYS][MOST];

/* Memory that is not allocated: the kinds' own places. */
static int in_bss[50001], in_data[20011] = {1}, neighbours_in_bss[3000];
static int *common_block;

long index_of(const array *a) { return a - arrays; }

void note(const char *format, ...)
{
    static int wanted = -1;
    if (wanted < 0)
        wanted = getenv("TORTURE_LOG") != NULL;
    if (!wanted)
        return;
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%d.%d ", seed, steps);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

void wrong(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("WRONG: seed %d step %d: ", seed, steps);
    vprintf(format, arguments);
    putchar('\n');
    fflush(stdout);
    _exit(1);
}

int file_for_random(int *file)
{
    FILE *f = tmpfile();
    *file = f ? fileno(f) : -1;
    return f != NULL;
}

static void know(array *a, long lo, long hi, int known)
{
    memset(a->known + lo, known, (size_t)(hi - lo));
}

static void zeros(array *a, long lo, long hi)
{
    memset(a->value + lo, 0, (size_t)(hi - lo) * sizeof(int));
    know(a, lo, hi, 1);
}

static long some_length(dice *d, long most)
{
    return 1 + below(d, below(d, 3) ? most / 8 : most);
}

static size_t bytes(const array *a) { return (size_t)a->n * sizeof(int); }
static size_t mapped(const array *a) { return (bytes(a) + PAGE - 1) / PAGE * PAGE; }

static void map_pages(array *a, void *at)
{
    a->p = mmap(at, mapped(a), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | (at ? MAP_FIXED : 0), -1, 0);
    must(a->p != MAP_FAILED);
    zeros(a, 0, a->n);
}

static void place(array *a, const char *kind, int *p, long n)
{
    a->kind = kind;
    a->p = p;
    a->n = n;
    for (long i = 0; i < n; i++)
        p[i] = a->value[i] = VALUE(seed, i);
    know(a, 0, n, 1);
}

static void allocate(array *a, const char *kind, long n)
{
    int *p = malloc((size_t)n * sizeof *p);
    must(p);
    place(a, kind, p, n);
}

void make_arrays(int *on_stack, dice *d)
{
    for (int k = 0; k < ARRAYS; k++) {
        array *a = &arrays[k];
        *a = (array){.value = host_values[k], .known = host_known[k]};
        for (int dev = 0; dev < 2; dev++) {
            a->on[dev].value = device_values[dev][k];
            a->on[dev].known = device_known[dev][k];
        }
    }
    must(common_block = malloc(60000 * sizeof(int)));
    allocate(&arrays[0], "heap", some_length(d, MOST));
    allocate(&arrays[1], "heap", some_length(d, MOST));
    allocate(&arrays[2], "heap", some_length(d, 2000));
    arrays[3].kind = arrays[4].kind = "map";
    arrays[3].n = some_length(d, MOST);
    arrays[4].n = some_length(d, MOST);
    map_pages(&arrays[3], NULL);
    map_pages(&arrays[4], NULL);
    place(&arrays[5], "bss", in_bss, 50001);
    place(&arrays[6], "data", in_data, 20011);
    place(&arrays[7], "stack", on_stack, STACK_LENGTH);
    place(&arrays[8], "bss, small", neighbours_in_bss, 3000);
    place(&arrays[9], "front of a block", common_block, 33333);
    place(&arrays[10], "back of a block", common_block + 33333, 60000 - 33333);
}

void drop_arrays(void)
{
    for (int k = 0; k < 3; k++)
        free(arrays[k].p);
    for (int k = 3; k < 5; k++)
        must(munmap(arrays[k].p, mapped(&arrays[k])) == 0);
    free(common_block);
}

/* resized copies what the model knows to a new length. */
static void resized(array *a, long n, int with_zeros)
{
    long old = a->n;
    a->n = n;
    if (n > old && with_zeros)
        zeros(a, old, n);
    else if (n > old)
        know(a, old, n, 0);
}

static void renew_heap(array *a, dice *d)
{
    long n = below(d, 3) ? a->n : some_length(d, a - arrays == 2 ? 2000 : MOST);
    void *p = NULL;
    switch (below(d, 4)) {
    case 0:
        note("free and malloc array %ld, %ld", index_of(a), n);
        free(a->p);
        must(a->p = malloc((size_t)n * sizeof(int)));
        a->n = n;
        know(a, 0, n, 0);
        break;
    case 1:
        note("free and calloc array %ld, %ld", index_of(a), n);
        free(a->p);
        must(a->p = calloc((size_t)n, sizeof(int)));
        a->n = n;
        zeros(a, 0, n);
        break;
    case 2:
        note("realloc array %ld, %ld", index_of(a), n);
        must(a->p = realloc(a->p, (size_t)n * sizeof(int)));
        resized(a, n, 0);
        break;
    case 3:
        note("posix_memalign array %ld, %ld", index_of(a), n);
        free(a->p);
        must(posix_memalign(&p, (size_t)64 << below(d, 8), (size_t)n * sizeof(int)) == 0);
        a->p = p;
        a->n = n;
        know(a, 0, n, 0);
        break;
    }
}

static void remap(array *a, long n)
{
    size_t old = mapped(a);
    long have = a->n;
    a->n = n;
    a->p = mremap(a->p, old, mapped(a), MREMAP_MAYMOVE);
    must(a->p != MAP_FAILED);
    a->n = have;
    resized(a, n, 1);
    if (n > have) /* the rest of the old last page may hold anything */
        know(a, have, (long)(old / sizeof(int)) < n ? (long)(old / sizeof(int)) : n, 0);
}

static void discard(array *a, dice *d) /* present or not: the host's pages become zeros */
{
    long pages = (long)(mapped(a) / PAGE), from = below(d, pages), to = from + 1 + below(d, pages - from);
    long lo = from * (PAGE / (long)sizeof(int)), hi = to * (PAGE / (long)sizeof(int));
    note("discard array %ld [%ld, %ld)", index_of(a), lo, hi);
    must(madvise((char *)a->p + from * PAGE, (size_t)(to - from) * PAGE, MADV_DONTNEED) == 0);
    zeros(a, lo, hi < a->n ? hi : a->n);
}

static void renew_map(array *a, dice *d)
{
    long n = below(d, 3) ? a->n : some_length(d, MOST);
    switch (below(d, 3)) {
    case 0:
        note("munmap and mmap array %ld, %ld", index_of(a), n);
        must(munmap(a->p, mapped(a)) == 0);
        a->n = n;
        map_pages(a, NULL);
        break;
    case 1:
        note("mmap over array %ld", index_of(a));
        map_pages(a, a->p);
        break;
    case 2:
        note("mremap array %ld, %ld", index_of(a), n);
        remap(a, n);
        break;
    }
}

void renew(array *a, dice *d)
{
    if (a->kind[0] == 'm' && below(d, 3) == 0) {
        discard(a, d);
        return;
    }
    if (a->on[0].count || a->on[1].count)
        return;
    if (a->kind[0] == 'h')
        renew_heap(a, d);
    if (a->kind[0] == 'm')
        renew_map(a, d);
}

static void compare(const array *a, long lo, const int *got, long n, const char *how)
{
    for (long i = 0; i < n; i++)
        if (a->known[lo + i] && got[i] != a->value[lo + i])
            wrong("%s of array %ld (%s, %ld): [%ld] is %d, not %d", how, index_of(a), a->kind, a->n, lo + i, got[i], a->value[lo + i]);
}

void read_host(array *a, long lo, long hi)
{
    note("read array %ld [%ld, %ld)", index_of(a), lo, hi);
    compare(a, lo, a->p + lo, hi - lo, "a read");
}

void write_host(array *a, long lo, long hi, long stride, int k)
{
    note("write array %ld [%ld, %ld) by %ld", index_of(a), lo, hi, stride);
    for (long i = lo; i < hi; i += stride) {
        a->p[i] = a->value[i] = VALUE(k, i);
        a->known[i] = 1;
    }
}

void write_file(array *a, long lo, long hi, int file)
{
    size_t size = (size_t)(hi - lo) * sizeof(int);
    note("pwrite array %ld [%ld, %ld)", index_of(a), lo, hi);
    must(pwrite(file, a->p + lo, size, 0) == (ssize_t)size);
    must(pread(file, scratch, size, 0) == (ssize_t)size);
    compare(a, lo, scratch, hi - lo, "what was written");
}

void read_file(array *a, long lo, long hi, int file, int k)
{
    size_t size = (size_t)(hi - lo) * sizeof(int);
    note("pread array %ld [%ld, %ld)", index_of(a), lo, hi);
    for (long i = lo; i < hi; i++)
        scratch[i - lo] = a->value[i] = VALUE(k, i);
    know(a, lo, hi, 1);
    must(pwrite(file, scratch, size, 0) == (ssize_t)size);
    must(pread(file, a->p + lo, size, 0) == (ssize_t)size);
}

void move_host(array *a, long lo, long hi, array *b)
{
    long n = hi - lo < b->n ? hi - lo : b->n;
    note("memmove array %ld at %ld to array %ld, %ld", index_of(a), lo, index_of(b), n);
    memmove(b->p, a->p + lo, (size_t)n * sizeof(int));
    memmove(b->value, a->value + lo, (size_t)n * sizeof(int));
    memmove(b->known, a->known + lo, (size_t)n);
}
