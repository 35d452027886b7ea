/* absent.c: transfers of user memory whose pages are absent. The threads that copy
 * wait for the page service then, which reads with the device's reader: neither may
 * wait for the other. Argument: the number of the rung, see dtm/pages/pages.h. */
#define _GNU_SOURCE
#include "../../../dtm/pages/pages.h"
#include "../calls.h"
#include "../reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SIZE = 24 << 20, THREADS = 4 };

static ocl_context context;
static ocl_device device;
static struct ocl_stage *stage;
static struct omp2cl_reader *reader;

static void must(int holds, const char *what) {
    if (holds)
        return;
    fprintf(stderr, "absent: FAILED: %s\n", what);
    exit(1);
}

enum { NO_DEVICE = 77, NO_RUNG = 78 };

static void skip(const char *why, int status) {
    fprintf(stderr, "absent: %s\n", why);
    exit(status);
}

static void open_device(void) {
    const char *why = ocl_load(getenv("OMP2CL_LIBOPENCL"));
    if (why != NULL)
        skip(why, NO_DEVICE);
    ocl_platform platforms[16];
    uint32_t n = 0, ndevices = 0;
    ocl_platforms(platforms, 16, &n);
    if (n == 0 || ocl_devices(platforms[0], &device, 1, &ndevices) != OCL_SUCCESS)
        skip("no device", NO_DEVICE);
    int32_t status = OCL_SUCCESS;
    context = ocl_open(device, &status);
    must(status == OCL_SUCCESS, "clCreateContext");
    ocl_copiers(3);
    stage = ocl_new_stage(context, device);
    reader = ocl_new_reader(context, device, NULL, ocl_new_gate(), &status);
    must(stage != NULL && reader != NULL, "a stage and a reader");
}

static ocl_mem buffer(void) {
    int32_t status;
    ocl_mem m = ocl_new_buffer(context, SIZE, 0, &status);
    must(status == OCL_SUCCESS, "clCreateBuffer");
    return m;
}

static char *memory(void) {
    char *p = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(p != MAP_FAILED, "mmap");
    return p;
}

/* Moves absent memory to the device and back, n bytes at a time. */
static void round_trip(struct ocl_lane *l, omp2cl_pages_object *o, char *p, ocl_mem from, ocl_mem to, size_t n,
                       const char *want) {
    struct omp2cl_source source = {.reader = reader, .mem = from};
    uintptr_t at = (uintptr_t)p;
    memset(p, 0, SIZE);
    must(omp2cl_pages_drop(o, at, at + SIZE, &source) == 0, "omp2cl_pages_drop");
    for (size_t i = 0; i < SIZE / 2; i += n)
        must(ocl_write(l, to, i, at + i, n) == OCL_SUCCESS, "ocl_write");
    for (size_t i = 0; i < SIZE / 2; i += n) /* into absent pages */
        must(ocl_read(l, to, i, at + SIZE / 2 + i, n) == OCL_SUCCESS, "ocl_read");
    must(ocl_finish(l) == OCL_SUCCESS, "ocl_finish");
    must(memcmp(p, want, SIZE / 2) == 0, "what was absent");
    must(memcmp(p + SIZE / 2, want, SIZE / 2) == 0, "what was read over absent pages");
}

static void *work(void *number) {
    int32_t status = OCL_SUCCESS;
    struct ocl_lane *l = ocl_new_lane(context, device, stage, ocl_new_gate(), 0, &status);
    must(status == OCL_SUCCESS, "clCreateCommandQueue");
    char *p = memory(), *want = memory();
    ocl_mem from = buffer(), to = buffer();
    for (size_t i = 0; i < SIZE; i++)
        want[i] = (char)(i * 7 + (i >> 10) + (uintptr_t)number);
    must(ocl_write(l, from, 0, (uintptr_t)want, SIZE) == OCL_SUCCESS && ocl_finish(l) == OCL_SUCCESS, "ocl_write");
    int why = 0;
    omp2cl_pages_object *o = omp2cl_pages_add((uintptr_t)p, (uintptr_t)p + SIZE, (uintptr_t)p + SIZE, 0, &why);
    must(o != NULL, "omp2cl_pages_add");
    round_trip(l, o, p, from, to, SIZE / 2, want);
    round_trip(l, o, p, from, to, 128 << 10, want);
    round_trip(l, o, p, from, to, 16 << 10, want);
    omp2cl_pages_remove(o);
    ocl_free_lane(l);
    return NULL;
}

int main(int n, char **argument) {
    char why[512] = "";
    alarm(120); /* a deadlock */
    open_device();
    if (omp2cl_pages_start(n > 1 ? atoi(argument[1]) : OMP2CL_RUNG_AUTO, why, sizeof why) < 0)
        skip(why, NO_RUNG);
    pthread_t threads[THREADS];
    for (uintptr_t i = 0; i < THREADS; i++)
        must(pthread_create(&threads[i], NULL, work, (void *)i) == 0, "pthread_create");
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("all right on %s\n", omp2cl_pages_rung_name(omp2cl_pages_rung()));
    return 0;
}
