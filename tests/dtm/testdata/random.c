// ARGS: 1 20
// PARTS: random_memory.c random_model.c
// LIMIT: 200
// Random programs: a few thousand steps over arrays of all kinds, compared with a model of the host's and the devices' copies.
// Arguments: first seed, number of seeds, steps of each. TORTURE_LOG=1 writes every step to stderr.
#define _GNU_SOURCE
#include "torture.h"
#include "../parts/devices.h"
#include "../parts/random.h"
#include "../parts/random_kernels.h"
#include <sys/wait.h>
#include <unistd.h>

static dice rng;
static int file;

static void step(int depth);

/* region_* hold a section in a data region while random steps go on. */
#define REGION(type)                                               \
    static void region_##type(int *p, long lo, long n, int depth)  \
    {                                                              \
        int device = omp_get_default_device();                     \
        PRAGMA(omp target data map(type: p[lo:n]) device(device))  \
        {                                                          \
            for (long k = below(&rng, 12); k-- > 0;)               \
                step(depth + 1);                                   \
        }                                                          \
    }
REGION(to)
REGION(from)
REGION(tofrom)
REGION(alloc)
static void (*const regions[])(int *, long, long, int) = {region_alloc, region_to, region_from, region_tofrom};

/* part picks a part of [lo, hi): all of it, a few elements, or anything. */
static void part(long lo, long hi, long *from, long *to)
{
    long n = hi - lo;
    switch (below(&rng, 4)) {
    case 0: *from = lo; *to = hi; return;
    case 1: *from = lo + below(&rng, n); *to = *from + 1 + below(&rng, n < 40 ? 1 : 20); break;
    default: *from = lo + below(&rng, n); *to = *from + 1 + below(&rng, hi - *from);
    }
    if (*to > hi)
        *to = hi;
}

/* section picks what may be mapped: inside what is present or clear of it. */
static void section(array *a, int dev, long *lo, long *hi)
{
    environment *e = &a->on[dev];
    if (e->count == 0)
        part(0, a->n, lo, hi);
    else if (below(&rng, 3) == 0 && e->lo > 0)
        part(0, e->lo, lo, hi);
    else if (below(&rng, 3) == 0 && e->hi < a->n)
        part(e->hi, a->n, lo, hi);
    else
        part(e->lo, e->hi, lo, hi);
}

static void kernel(array *a, int dev)
{
    int type = (int)below(&rng, 4), k = (int)roll(&rng) & 0xffff;
    long lo, hi, from, to;
    section(a, dev, &lo, &hi);
    part(lo, hi, &from, &to);
    if (type == FROM && below(&rng, 2)) { /* the usual program writes all that it maps from */
        from = lo;
        to = hi;
    }
    int what = (int)below(&rng, 4);
    note("%s type %d device %d array %ld [%ld, %ld) of [%ld, %ld) k %d", (const char *[]){"set", "add", "sum", "sum"}[what],
         type, dev, index_of(a), from, to, lo, hi, k);
    model_enter(a, dev, lo, hi, type);
    if (what == 0) {
        setters[type](a->p, lo, hi - lo, from, to, k);
        model_set(a, dev, from, to, k);
    } else if (what == 1) {
        adders[type](a->p, lo, hi - lo, from, to, k);
        model_add(a, dev, from, to, k);
    } else {
        if (!model_knows(a, dev, from, to))
            to = from;
        unsigned got = sums[type](a->p, lo, hi - lo, from, to), want = model_sum(a, dev, from, to);
        if (got != want)
            wrong("sum on device %d of array %ld (%s) [%ld, %ld) is %u, not %u", dev, index_of(a), a->kind, from, to, got, want);
    }
    model_leave(a, dev, lo, hi, type);
}

static void copy(array *a, int dev)
{
    array *b = &arrays[below(&rng, ARRAYS)];
    long lo, hi, from, to;
    if (a == b)
        return;
    section(a, dev, &lo, &hi);
    section(b, dev, &from, &to);
    long n = hi - lo < to - from ? hi - lo : to - from;
    note("copy device %d array %ld at %ld to array %ld at %ld, %ld", dev, index_of(a), lo, index_of(b), from, n);
    model_enter(a, dev, lo, lo + n, TO);
    model_enter(b, dev, from, from + n, FROM);
    copy_kernel(b->p, from, a->p, lo, n);
    model_copy(b, from, a, lo, n, dev);
    model_leave(a, dev, lo, lo + n, TO);
    model_leave(b, dev, from, from + n, FROM);
}

static void update(array *a, int dev)
{
    long lo, hi;
    int *p = a->p;
    section(a, dev, &lo, &hi);
    long n = hi - lo;
    if (roll(&rng) & 1) {
        note("update to device %d array %ld [%ld, %ld)", dev, index_of(a), lo, hi);
#pragma omp target update to(p[lo:n])
        model_update(a, dev, lo, hi, TO);
    } else {
        note("update from device %d array %ld [%ld, %ld)", dev, index_of(a), lo, hi);
#pragma omp target update from(p[lo:n])
        model_update(a, dev, lo, hi, FROM);
    }
}

static void enter(array *a, int dev)
{
    long lo, hi;
    int *p = a->p, how = (int)below(&rng, 3);
    section(a, dev, &lo, &hi);
    if (!model_may_enter(a, dev, lo, hi))
        return;
    long n = hi - lo;
    note("enter %d device %d array %ld [%ld, %ld)", how, dev, index_of(a), lo, hi);
    if (how == 0) {
#pragma omp target enter data map(to: p[lo:n])
    } else if (how == 1) {
#pragma omp target enter data map(alloc: p[lo:n])
    } else {
#pragma omp target enter data map(always, to: p[lo:n])
    }
    model_enter(a, dev, lo, hi, how == 1 ? ALLOC : TO);
    if (how == 2)
        model_update(a, dev, lo, hi, TO);
    a->on[dev].entered = 1;
}

static void leave(array *a, int dev)
{
    environment *e = &a->on[dev];
    if (!model_may_leave(a, dev))
        return;
    int *p = a->p, how = (int)below(&rng, 4);
    long lo = e->lo, n = e->hi - e->lo;
    if (how == 2 && e->fixed)
        return;
    note("exit %d device %d array %ld [%ld, %ld)", how, dev, index_of(a), lo, lo + n);
    if (how == 0) {
#pragma omp target exit data map(from: p[lo:n])
    } else if (how == 1) {
#pragma omp target exit data map(release: p[lo:n])
    } else if (how == 2) {
#pragma omp target exit data map(delete: p[lo:n])
        e->count = 1;
    } else {
#pragma omp target exit data map(always, from: p[lo:n])
        model_update(a, dev, lo, lo + n, FROM);
    }
    model_leave(a, dev, lo, lo + n, how == 0 || how == 3 ? FROM : ALLOC);
}

static void region(array *a, int dev, int depth)
{
    long lo, hi;
    int type = (int)below(&rng, 4);
    if (depth > 2)
        return;
    section(a, dev, &lo, &hi);
    if (!model_may_enter(a, dev, lo, hi))
        return;
    note("region type %d device %d array %ld [%ld, %ld)", type, dev, index_of(a), lo, hi);
    model_enter(a, dev, lo, hi, type);
    a->on[dev].fixed++;
    regions[type](a->p, lo, hi - lo, depth);
    a->on[dev].fixed--;
    model_leave(a, dev, lo, hi, type);
    note("end of region type %d device %d array %ld [%ld, %ld)", type, dev, index_of(a), lo, hi);
}

static void in_child(void)
{
    fflush(stdout);
    note("fork");
    pid_t pid = fork();
    must(pid >= 0);
    if (pid == 0) {
        for (int k = 0; k < ARRAYS; k++)
            read_host(&arrays[k], 0, arrays[k].n);
        for (int k = 0; k < ARRAYS; k++)
            arrays[k].p[0] ^= 1;
        _exit(0);
    }
    int ended;
    must(waitpid(pid, &ended, 0) == pid);
    if (ended)
        wrong("child ended with %d", ended);
}

/* host_step reads or writes a part as the host, itself or by the kernel. */
static void host_step(array *a, int what)
{
    long lo, hi;
    part(0, a->n, &lo, &hi);
    switch (what) {
    case 0: read_host(a, lo, hi); break;
    case 1: write_host(a, lo, hi, 1, (int)roll(&rng) & 0xffff); break;
    case 2: write_host(a, lo, hi, 1024, (int)roll(&rng) & 0xffff); break;
    case 3: write_file(a, lo, hi, file); break;
    case 4: read_file(a, lo, hi, file, (int)roll(&rng) & 0xffff); break;
    case 5: move_host(a, lo, hi, &arrays[below(&rng, ARRAYS)]); break;
    }
}

static void step(int depth)
{
    array *a = &arrays[below(&rng, ARRAYS)];
    int dev = (int)below(&rng, devices);
    long what = below(&rng, 1000);
    steps++;
    on(dev == 0 ? first_device : second_device);
    if (what < 330)
        kernel(a, dev);
    else if (what < 380)
        copy(a, dev);
    else if (what < 700)
        host_step(a, (int)below(&rng, 6));
    else if (what < 770)
        update(a, dev);
    else if (what < 820)
        enter(a, dev);
    else if (what < 870)
        leave(a, dev);
    else if (what < 920)
        region(a, dev, depth);
    else if (what < 995)
        renew(a, &rng);
    else
        in_child();
}

/* end takes all data environments down and reads everything. */
static void end(void)
{
    for (int k = 0; k < ARRAYS; k++) {
        for (int dev = 0; dev < devices; dev++) {
            on(dev == 0 ? first_device : second_device);
            while (arrays[k].on[dev].count > 0)
                leave(&arrays[k], dev);
        }
        read_host(&arrays[k], 0, arrays[k].n);
    }
}

int main(int argc, char **argv)
{
    int first = argc > 1 ? atoi(argv[1]) : 1, count = argc > 2 ? atoi(argv[2]) : 1, length = argc > 3 ? atoi(argv[3]) : 1500;
    int on_stack[STACK_LENGTH];
    must(file_for_random(&file));
    find_devices();
    model_devices(first_device, second_device);
    for (seed = first; seed < first + count; seed++) {
        rng.state = (uint64_t)seed * 7919;
        steps = 0;
        make_arrays(on_stack, &rng);
        while (steps < length)
            step(0);
        end();
        drop_arrays();
        printf("seed %d\n", seed);
    }
    return 0;
}
