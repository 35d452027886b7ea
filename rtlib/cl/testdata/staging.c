/* staging.c: how fast user memory and buffers exchange data, and whether they do it
 * right. Build and run:
 *
 *     gcc -O2 -o .cache/staging rtlib/cl/testdata/staging.c rtlib/cl/[a-z]*.c -lpthread -ldl
 *     .cache/staging check [DEVICE]        every result is looked at
 *     .cache/staging all [DEVICE]          the tables, for 1, 2, 4, 8 and 16 copying threads
 *     .cache/staging speed THREADS [DEVICE [SLOTS SLOT_KIB GRAIN_KIB]]
 *
 * DEVICE is the place in the loader's order, 0 if it is left out. */
#define _GNU_SOURCE
#include "../../../dtm/pages/pages.h"
#include "../calls.h"
#include "../reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static ocl_context context;
static ocl_device device;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

/* Ends the program unless a condition holds. */
static void must(int holds, const char *what) {
    if (holds)
        return;
    fprintf(stderr, "staging: FAILED: %s\n", what);
    exit(1);
}

static void ok(int32_t status, const char *what) {
    if (status != OCL_SUCCESS)
        fprintf(stderr, "staging: OpenCL error %d\n", status);
    must(status == OCL_SUCCESS, what);
}

static void open_device(unsigned number) {
    const char *why = ocl_load(getenv("OMP2CL_LIBOPENCL"));
    if (why != NULL) {
        fprintf(stderr, "staging: %s\n", why);
        exit(77);
    }
    ocl_platform platforms[16];
    uint32_t nplatforms = 0;
    ocl_platforms(platforms, 16, &nplatforms);
    for (uint32_t p = 0; p < nplatforms; p++) {
        ocl_device devices[16];
        uint32_t n = 0;
        if (ocl_devices(platforms[p], devices, 16, &n) != OCL_SUCCESS)
            continue;
        if (number < n) {
            int32_t status;
            device = devices[number];
            context = ocl_open(device, &status);
            ok(status, "clCreateContext");
            return;
        }
        number -= n;
    }
    fprintf(stderr, "staging: no such device\n");
    exit(77);
}

static struct ocl_lane *lane(struct ocl_stage *stage) {
    int32_t status = OCL_SUCCESS;
    struct ocl_lane *l = ocl_new_lane(context, device, stage, ocl_new_gate(), 0, &status);
    ok(status, "clCreateCommandQueue");
    return l;
}

static ocl_mem buffer(size_t size) {
    int32_t status;
    ocl_mem m = ocl_new_buffer(context, size, 0, &status);
    ok(status, "clCreateBuffer");
    return m;
}

static char *memory(size_t size) {
    char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(p != MAP_FAILED, "mmap");
    return p;
}

/* ---- check ---- */

static unsigned char expected(size_t i) { return (unsigned char)(i * 131 + (i >> 11)); }

/* Reads a buffer that holds what p does. */
static void read_all(struct omp2cl_reader *r, ocl_mem m, const char *p, size_t size, ocl_event after) {
    /* As many reads under way as there are slots, not aligned, the last one short. */
    size_t started = 3, seen = 3;
    unsigned nslots = __atomic_load_n(&r->nslots, __ATOMIC_ACQUIRE);
    for (unsigned s = 0, held = 0; seen < size; s = (s + 1) % nslots) {
        while (held < nslots && started < size) {
            size_t n = size - started < r->slot_size ? size - started : r->slot_size;
            ok(r->start(r->self, (s + held++) % nslots, m, started, n, after), "start");
            started += n;
        }
        size_t n = size - seen < r->slot_size ? size - seen : r->slot_size;
        ok(r->finish(r->self, s), "finish");
        held--;
        must(memcmp(r->slots[s], p + seen, n) == 0, "the reader reads what is there");
        seen += n;
    }
}

/* Reads until there are so many slots. */
static void read_until_slots(struct omp2cl_reader *r, ocl_mem m, size_t size, unsigned n) {
    for (double end = now() + 60; __atomic_load_n(&r->nslots, __ATOMIC_ACQUIRE) < n;) {
        must(now() < end, "slots are made");
        for (size_t at = 0; at < size; at += r->slot_size) {
            size_t some = size - at < r->slot_size ? size - at : r->slot_size;
            ok(r->start(r->self, 0, m, at, some, NULL), "start");
            ok(r->finish(r->self, 0), "finish");
        }
    }
}

static void check_reader(struct ocl_lane *l) {
    enum { SIZE = 40 << 20 };
    int32_t status = OCL_SUCCESS;
    struct omp2cl_reader *r = ocl_new_reader(context, device, NULL, ocl_new_gate(), &status);
    ok(status, "ocl_new_reader");
    char *p = memory(SIZE);
    for (size_t i = 0; i < SIZE; i++)
        p[i] = (char)expected(i);
    ocl_mem m = buffer(SIZE);
    ocl_event after;
    ok(ocl_write(l, m, 0, (uintptr_t)p, SIZE), "ocl_write");
    ok(ocl_mark(l, &after), "ocl_mark");
    must(r->nslots >= 2 && r->slot_size % 4096 == 0, "the reader has slots");
    const void *plain = r->slots[0];
    read_all(r, m, p, 3 << 20, after);
    must(r->slots[0] == plain, "nothing is pinned yet");
    read_all(r, m, p, SIZE, after); /* while slots become pinned ones */
    read_until_slots(r, m, SIZE, 16);
    read_all(r, m, p, SIZE, after);
    must(r->slots[0] != plain, "the slots are pinned");
    ok(r->start(r->self, 1, m, 4096, 1, NULL), "start");
    ok(r->finish(r->self, 1), "finish");
    must(((unsigned char *)r->slots[1])[0] == expected(4096), "the reader reads a byte");
    must(r->start(r->self, 0, m, SIZE, 4096, NULL) != 0, "a read beyond the buffer is an error");
    ocl_free_event(after);
    ocl_free_buffer(m);
    munmap(p, SIZE);
}

/* Fails some calls of the API, counted from the next. */
static int fails_in;
static int32_t (*real_write)(ocl_queue, ocl_mem, uint32_t, size_t, size_t, const void *, uint32_t,
                             const ocl_event *, ocl_event *);
static int32_t (*real_read)(ocl_queue, ocl_mem, uint32_t, size_t, size_t, void *, uint32_t,
                            const ocl_event *, ocl_event *);
static int32_t (*real_wait)(uint32_t, const ocl_event *);
static ocl_mem (*real_create)(ocl_context, uint64_t, size_t, void *, int32_t *);

static int32_t bad_write(ocl_queue q, ocl_mem m, uint32_t b, size_t o, size_t n, const void *p,
                         uint32_t c, const ocl_event *w, ocl_event *e) {
    return --fails_in == 0 ? OCL_OUT_OF_HOST_MEMORY : real_write(q, m, b, o, n, p, c, w, e);
}

static int32_t bad_read(ocl_queue q, ocl_mem m, uint32_t b, size_t o, size_t n, void *p, uint32_t c,
                        const ocl_event *w, ocl_event *e) {
    return --fails_in == 0 ? OCL_OUT_OF_HOST_MEMORY : real_read(q, m, b, o, n, p, c, w, e);
}

static int32_t bad_wait(uint32_t n, const ocl_event *e) {
    return --fails_in == 0 ? OCL_OUT_OF_HOST_MEMORY : real_wait(n, e);
}

static ocl_mem bad_create(ocl_context c, uint64_t flags, size_t n, void *p, int32_t *status) {
    if ((flags & OCL_MEM_ALLOC_HOST_PTR) == 0 || __atomic_sub_fetch(&fails_in, 1, __ATOMIC_ACQ_REL) > 0)
        return real_create(c, flags, n, p, status);
    *status = OCL_OUT_OF_HOST_MEMORY;
    return NULL;
}

static void round_trip(struct ocl_lane *l, ocl_mem m, char *p, size_t n) {
    char *q = memory(n);
    for (size_t i = 0; i < n; i++)
        p[i] = (char)expected(i + n);
    ok(ocl_write(l, m, 0, (uintptr_t)p, n), "ocl_write");
    ok(ocl_read(l, m, 0, (uintptr_t)q, n), "ocl_read");
    ok(ocl_finish(l), "ocl_finish");
    must(memcmp(p, q, n) == 0, "a round trip");
    munmap(q, n);
}

/* Every command of a transfer fails in turn: an error comes back, and the slots are
 * there for the next. */
static void check_failures(struct ocl_lane *l) {
    enum { SIZE = 21 << 20 };
    char *p = memory(SIZE);
    ocl_mem m = buffer(SIZE);
    real_write = ocl.EnqueueWriteBuffer;
    real_read = ocl.EnqueueReadBuffer;
    real_wait = ocl.WaitForEvents;
    for (int i = 1; i <= 6; i++) {
        ocl.EnqueueWriteBuffer = bad_write;
        ocl.EnqueueReadBuffer = bad_read;
        fails_in = i;
        must(ocl_write(l, m, 0, (uintptr_t)p, SIZE) == OCL_OUT_OF_HOST_MEMORY, "a write that fails says so");
        fails_in = i;
        must(ocl_read(l, m, 0, (uintptr_t)p, SIZE) == OCL_OUT_OF_HOST_MEMORY, "a read that fails says so");
        ocl.EnqueueWriteBuffer = real_write;
        ocl.EnqueueReadBuffer = real_read;
        round_trip(l, m, p, SIZE);
        ocl.WaitForEvents = bad_wait;
        fails_in = i;
        must(ocl_read(l, m, 0, (uintptr_t)p, SIZE) == OCL_OUT_OF_HOST_MEMORY, "a wait that fails says so");
        ocl.WaitForEvents = real_wait;
        round_trip(l, m, p, SIZE);
    }
    ocl_free_buffer(m);
    munmap(p, SIZE);
}

/* Without pinned memory, or with little of it, transfers work. */
static void check_no_pinned_memory(void) {
    enum { SIZE = 21 << 20 };
    char *p = memory(SIZE);
    ocl_mem m = buffer(SIZE);
    real_create = ocl.CreateBuffer;
    ocl.CreateBuffer = bad_create;
    for (int have = 0; have < 3; have++) {
        struct ocl_lane *l = lane(ocl_new_stage(context, device));
        fails_in = have + 1;
        round_trip(l, m, p, SIZE);
        round_trip(l, m, p, 100);
        round_trip(l, m, p, 100000);
        ocl_free_lane(l);
    }
    for (int have = 0; have < 3; have++) {
        int32_t status = OCL_SUCCESS;
        struct omp2cl_reader *r = ocl_new_reader(context, device, NULL, ocl_new_gate(), &status);
        ok(status, "ocl_new_reader");
        fails_in = have + 1;
        while (__atomic_load_n(&fails_in, __ATOMIC_ACQUIRE) > 0)
            read_all(r, m, p, SIZE, NULL);
        read_all(r, m, p, SIZE, NULL);
    }
    ocl.CreateBuffer = real_create;
    ocl_free_buffer(m);
    munmap(p, SIZE);
}

/* What a stage has to spare goes to a reader, and both do as before. */
static void check_lending(void) {
    enum { SIZE = 64 << 20 };
    int32_t status = OCL_SUCCESS;
    struct ocl_stage *stage = ocl_new_stage(context, device);
    struct ocl_lane *l = lane(stage);
    char *p = memory(SIZE);
    ocl_mem m = buffer(SIZE);
    size_t size;
    must(ocl_stage_lend(stage, 1, &size) == NULL, "a new stage has nothing to spare");
    while (stage->made < 6)
        round_trip(l, m, p, SIZE);
    must(ocl_stage_lend(stage, SIZE, &size) == NULL, "no slot is that large");
    struct omp2cl_reader *r = ocl_new_reader(context, device, stage, ocl_new_gate(), &status);
    ok(status, "ocl_new_reader");
    const void *plain = r->slots[0];
    read_all(r, m, p, SIZE, NULL);
    must(r->slots[0] != plain && stage->lent > 0, "the stage lends");
    read_until_slots(r, m, SIZE, 16);
    must(stage->made - stage->lent >= 2, "two slots stay");
    for (int i = 0; i < 3; i++)
        round_trip(l, m, p, SIZE);
    read_all(r, m, p, SIZE, NULL);
    ocl_free_lane(l);
    ocl_free_buffer(m);
    munmap(p, SIZE);
}

/* Reads with a stage that has no memory yet: the driver's, into pages that are there, until
 * slots are worth it. */
static void check_first_reads(void) {
    enum { SIZE = 4 << 20 };
    struct ocl_stage *stage = ocl_new_stage(context, device);
    struct ocl_lane *l = lane(stage), *direct = lane(NULL);
    char *p = memory(SIZE);
    ocl_mem m = buffer(SIZE);
    for (size_t i = 0; i < SIZE; i++)
        p[i] = (char)expected(i);
    ok(ocl_write(direct, m, 0, (uintptr_t)p, SIZE), "ocl_write");
    ok(ocl_finish(direct), "ocl_finish");
    for (int i = 0; i < 20; i++) {
        memset(p, 0, SIZE);
        ok(ocl_read(l, m, 3, (uintptr_t)p + 1, SIZE - 3), "ocl_read");
        must((unsigned char)p[1] == expected(3) && (unsigned char)p[SIZE - 3] == expected(SIZE - 1), "the driver reads");
        must(i > 8 || stage->made == 0, "no slot is worth a few reads");
    }
    while (__atomic_load_n(&stage->made, __ATOMIC_ACQUIRE) == 0)
        usleep(1000);
    ocl_free_lane(l);
    l = lane(stage = ocl_new_stage(context, device));
    ok(madvise(p, SIZE, MADV_DONTNEED), "madvise");
    ok(ocl_read(l, m, 0, (uintptr_t)p, SIZE), "ocl_read");
    must(stage->made > 0, "a slot is made for memory that is not there");
    must((unsigned char)p[0] == expected(0) && (unsigned char)p[SIZE - 1] == expected(SIZE - 1), "the stage reads");
    ocl_free_lane(l);
    ocl_free_lane(direct);
    ocl_free_buffer(m);
    munmap(p, SIZE);
}

static struct ocl_stage *crowded;

static void *round_trips(void *number) {
    size_t n = ((size_t)(uintptr_t)number + 1) * 900001;
    struct ocl_lane *l = lane(crowded);
    ocl_mem m = buffer(n);
    char *p = memory(n);
    for (int i = 0; i < 3; i++)
        round_trip(l, m, p, n - (size_t)i);
    ocl_free_lane(l);
    ocl_free_buffer(m);
    munmap(p, n);
    return NULL;
}

/* More threads at once than there are slots. */
static void check_threads(void) {
    enum { THREADS = 6 };
    struct ocl_stage_shape shape = ocl_stage_shape;
    for (unsigned slots = 1; slots <= 4; slots *= 2) {
        ocl_stage_shape = (struct ocl_stage_shape){slots, 300 << 10, 100 << 10, 64 << 10};
        crowded = ocl_new_stage(context, device);
        pthread_t threads[THREADS];
        for (uintptr_t i = 0; i < THREADS; i++)
            must(pthread_create(&threads[i], NULL, round_trips, (void *)i) == 0, "pthread_create");
        for (int i = 0; i < THREADS; i++)
            pthread_join(threads[i], NULL);
    }
    ocl_stage_shape = shape;
}

static void check(void) {
    printf("%u copying threads\n", ocl_copiers(3));
    struct ocl_lane *l = lane(ocl_new_stage(context, device));
    check_reader(l);
    check_failures(l);
    check_no_pinned_memory();
    check_lending();
    check_first_reads();
    check_threads();
    puts("all right");
}

/* ---- speed ---- */

enum transfer { WRITE, READ };

/* Seconds of a transfer of n bytes up to its finish: the best of some. */
static double seconds(struct ocl_lane *l, ocl_mem m, enum transfer what, char *p, size_t n) {
    double best = 1e9;
    for (int i = 0; i < 7; i++) {
        double t = now();
        if (what == WRITE)
            ok(ocl_write(l, m, 0, (uintptr_t)p, n), "ocl_write");
        else
            ok(ocl_read(l, m, 0, (uintptr_t)p, n), "ocl_read");
        ok(ocl_finish(l), "ocl_finish");
        t = now() - t;
        best = t < best ? t : best;
    }
    return best;
}

/* The same for a read into memory that nobody has touched. */
static double fresh(struct ocl_lane *l, ocl_mem m, size_t n, int huge) {
    double best = 1e9;
    for (int i = 0; i < 3; i++) {
        char *p = memory(n + (2 << 20)), *q = (char *)(((uintptr_t)p + (2 << 20) - 1) & ~(uintptr_t)((2 << 20) - 1));
        madvise(p, n + (2 << 20), huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
        double t = now();
        ok(ocl_read(l, m, 0, (uintptr_t)q, n), "ocl_read");
        ok(ocl_finish(l), "ocl_finish");
        t = now() - t;
        best = t < best ? t : best;
        munmap(p, n + (2 << 20));
    }
    return best;
}

static void sizes(struct ocl_lane *staged, struct ocl_lane *direct, ocl_mem m, char *p, size_t most) {
    printf("%12s %22s %22s\n%12s %10s %10s %10s %10s   GB/s (us)\n", "", "to the device", "from the device", "KiB",
           "staged", "plain", "staged", "plain");
    for (size_t n = 4; n <= most; n *= 4) {
        printf("%12zu", n >> 10);
        for (int what = WRITE; what <= READ; what++) {
            double a = seconds(staged, m, what, p, n), b = seconds(direct, m, what, p, n);
            printf(" %10.2f %10.2f (%.1f, %.1f)", n / a * 1e-9, n / b * 1e-9, a * 1e6, b * 1e6);
        }
        puts("");
        if (n == 4)
            n = 1 << 10;
    }
}

static void many_ranges(struct ocl_lane *l, ocl_mem m, char *p, size_t most, size_t size, const char *what) {
    enum { COUNT = 2500 };
    static struct ocl_range r[COUNT];
    for (size_t i = 0; i < COUNT; i++)
        r[i] = (struct ocl_range){i * (most / COUNT / 4096 * 4096), (uintptr_t)p + i * (most / COUNT / 4096 * 4096), size};
    double best = 1e9;
    for (int i = 0; i < 5; i++) {
        double t = now();
        ok(ocl_write_ranges(l, m, r, COUNT), "ocl_write_ranges");
        ok(ocl_finish(l), "ocl_finish");
        t = now() - t;
        best = t < best ? t : best;
    }
    printf("%d scattered ranges of %zu bytes, %s: %.0f us, %.2f us each\n", COUNT, size, what, best * 1e6, best * 1e6 / COUNT);
}

static void read_sizes(struct omp2cl_reader *r, ocl_mem m, size_t most, const char *memory) {
    printf("reader, %u slots of %s memory: ", r->nslots, memory);
    for (size_t n = 4096; n <= r->slot_size; n *= 4) {
        double best = 1e9;
        for (int i = 0; i < 9; i++) {
            double t = now();
            ok(r->start(r->self, 0, m, 0, n, NULL), "start");
            ok(r->finish(r->self, 0), "finish");
            best = now() - t < best ? now() - t : best;
        }
        printf("%zu KiB %.1f us; ", n >> 10, best * 1e6);
    }
    double t = now();
    size_t count = most / r->slot_size;
    for (size_t i = 0; i < count + r->nslots; i++) {
        if (i >= r->nslots)
            ok(r->finish(r->self, i % r->nslots), "finish");
        if (i < count)
            ok(r->start(r->self, i % r->nslots, m, i * r->slot_size, r->slot_size, NULL), "start");
    }
    printf("streaming %.1f GB/s\n", count * r->slot_size / (now() - t) * 1e-9);
}

static void reader_speed(ocl_mem m, size_t most) {
    int32_t status = OCL_SUCCESS;
    double t = now();
    struct omp2cl_reader *r = ocl_new_reader(context, device, NULL, ocl_new_gate(), &status);
    ok(status, "ocl_new_reader");
    printf("reader: made in %.0f us\n", (now() - t) * 1e6);
    t = now();
    ok(r->start(r->self, 0, m, 0, 64 << 10, NULL), "start");
    ok(r->finish(r->self, 0), "finish");
    printf("reader: the first 64 KiB in %.0f us\n", (now() - t) * 1e6);
    read_sizes(r, m, most, "plain");
    t = now();
    read_until_slots(r, m, 64 << 20, 16);
    printf("reader: pinned memory made in %.0f us\n", (now() - t) * 1e6);
    read_sizes(r, m, most, "pinned");
}

/* The first transfer of so much through a stage, and some more. */
static void first_uploads(ocl_mem m, char *p) {
    for (size_t n = 1 << 20; n <= 64 << 20; n *= 4) {
        struct ocl_lane *l = lane(ocl_new_stage(context, device));
        printf("uploads of %zu MiB through a new stage, ms:", n >> 20);
        for (int i = 0; i < 6; i++) {
            double t = now();
            ok(ocl_write(l, m, 0, (uintptr_t)p, n), "ocl_write");
            ok(ocl_finish(l), "ocl_finish");
            printf(" %.2f", (now() - t) * 1e3);
        }
        puts("");
    }
}

static size_t bench_size(void) {
    uint64_t most = ocl_device_number(device, OCL_DEVICE_MAX_MEM_ALLOC_SIZE);
    uint64_t free_memory = (uint64_t)sysconf(_SC_AVPHYS_PAGES) * 4096;
    size_t size = 1 << 30;
    while (size > most || size > free_memory / 4)
        size /= 2;
    return size;
}

static void speed(unsigned threads) {
    size_t most = bench_size();
    printf("== %u copying threads, %u slots of %zu KiB, grain %zu KiB\n", ocl_copiers(threads), ocl_stage_shape.slots,
           ocl_stage_shape.slot >> 10, ocl_stage_shape.grain >> 10);
    struct ocl_lane *staged = lane(ocl_new_stage(context, device)), *direct = lane(NULL);
    ocl_mem m = buffer(most);
    char *p = memory(most);
    memset(p, 1, most);
    ok(ocl_write(direct, m, 0, (uintptr_t)p, most), "ocl_write");
    ok(ocl_finish(direct), "ocl_finish");
    first_uploads(m, p);
    /* Enough that all slots are made. */
    for (int i = 0; i < 3; i++)
        seconds(staged, m, WRITE, p, most);
    sizes(staged, direct, m, p, most);
    printf("read into untouched memory, %zu MiB: 4 KiB pages %.1f GB/s (plain %.1f), huge pages %.1f GB/s (plain %.1f)\n",
           most >> 20, most / fresh(staged, m, most, 0) * 1e-9, most / fresh(direct, m, most, 0) * 1e-9,
           most / fresh(staged, m, most, 1) * 1e-9, most / fresh(direct, m, most, 1) * 1e-9);
    for (size_t n = 64; n <= 32768; n *= 8) {
        many_ranges(staged, m, p, most, n, "staged");
        many_ranges(direct, m, p, most, n, "plain");
    }
    reader_speed(m, most);
}

static void all(char *self, const char *number) {
    static const char *shapes[][4] = {{"8", "8", "4096", "256"}, {"1", "8", "4096", "256"}, {"2", "8", "4096", "256"},
                                      {"4", "8", "4096", "256"}, {"16", "8", "4096", "256"}, {"8", "4", "16384", "256"},
                                      {"8", "4", "16384", "1024"}, {"8", "16", "2048", "256"}, {"8", "8", "4096", "128"},
                                      {"8", "8", "4096", "1024"}, {"8", "8", "8192", "512"}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        char command[4096];
        snprintf(command, sizeof command, "'%s' speed %s %s %s %s %s", self, shapes[i][0], number, shapes[i][1],
                 shapes[i][2], shapes[i][3]);
        fflush(stdout);
        must(system(command) == 0, command);
    }
}

int main(int n, char **argument) {
    const char *what = n > 1 ? argument[1] : "check";
    int is_speed = strcmp(what, "speed") == 0;
    const char *number = n > 2 + is_speed ? argument[2 + is_speed] : "0";
    if (strcmp(what, "all") == 0) {
        all(argument[0], number);
        return 0;
    }
    open_device((unsigned)atoi(number));
    if (n > 6) {
        ocl_stage_shape.slots = (unsigned)atoi(argument[4]);
        ocl_stage_shape.slot = (size_t)atoi(argument[5]) << 10;
        ocl_stage_shape.grain = (size_t)atoi(argument[6]) << 10;
    }
    if (is_speed)
        speed(n > 2 ? (unsigned)atoi(argument[2]) : 0);
    else
        check();
    return 0;
}
