/* overhead.c: what a target region costs beyond OpenCL's own launch. The same
 * kernel on the same device, launched by a bare OpenCL program and through the
 * runtime, in turns; medians over many rounds. The unit is written by hand, as
 * the compiler would generate it.
 *
 * usage: overhead [rounds [device]] */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <omp2cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BATCH = 20, N = 64 };

static const char text[] =
    "__kernel void touch(__global char *a_, long a_off, __global char *b_, long b_off, int n,\n"
    "                    __global char *omp2cl_arena, __global char *omp2cl_scratch)\n"
    "{\n"
    "    __global float *a = (__global float *)(a_ + a_off), *b = (__global float *)(b_ + b_off);\n"
    "    for (int i = get_global_id(0); i < n; i += get_global_size(0)) a[i] = b[i] + 1;\n"
    "}\n";

static const struct omp2cl_unit unit;
static const char *const no_needs[] = {NULL};
static const struct omp2cl_code kernels[] = {{"touch", "", text, no_needs}};
static const struct omp2cl_item items[] = {{"a[0:n]", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM},
                                           {"b[0:n]", OMP2CL_ARG_MAP, OMP2CL_MAP_TO},
                                           {"n", OMP2CL_ARG_VALUE, 0}};
static void *slot, *data_slot;
static const struct omp2cl_region region = {&unit, "overhead.c", 1, 1, "main", "target teams distribute parallel for",
                                            "touch", 3, items, OMP2CL_FORM_SPMD, 0, &slot};
static const struct omp2cl_region data = {&unit, "overhead.c", 2, 1, "main", "target data", NULL,
                                          2, items, 0, 0, &data_slot};
static const struct omp2cl_region *const regions[] = {&region, &data};
static const struct omp2cl_unit unit = {OMP2CL_ABI_VERSION, "overhead.c", "", "", 1, 0, 0, 2,
                                        kernels, NULL, NULL, regions};
__attribute__((constructor)) static void begin(void) { omp2cl_register(&unit); }

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

static void must(int ok, const char *what) {
    if (!ok) {
        fprintf(stderr, "overhead: %s failed\n", what);
        exit(1);
    }
}

/* The bare program. */
static cl_command_queue queue;
static cl_kernel kernel;
static cl_mem a_mem, b_mem, spare;

static cl_device_id nth_device(int number) {
    cl_platform_id platforms[16];
    cl_uint np = 0;
    clGetPlatformIDs(16, platforms, &np);
    for (cl_uint p = 0; p < np && p < 16; p++) {
        cl_device_id ids[64];
        cl_uint nd = 0;
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 64, ids, &nd) != CL_SUCCESS)
            continue;
        if (number < (int)nd)
            return ids[number];
        number -= nd;
    }
    return NULL;
}

static void open_bare(int number) {
    cl_device_id d = nth_device(number);
    must(d != NULL, "finding the device");
    const char *source = text;
    cl_context c = clCreateContext(NULL, 1, &d, NULL, NULL, NULL);
    queue = clCreateCommandQueue(c, d, 0, NULL);
    cl_program p = clCreateProgramWithSource(c, 1, &source, NULL, NULL);
    must(clBuildProgram(p, 1, &d, "-cl-std=CL1.2", NULL, NULL) == CL_SUCCESS, "building");
    kernel = clCreateKernel(p, "touch", NULL);
    a_mem = clCreateBuffer(c, CL_MEM_READ_WRITE, N * 4, NULL, NULL);
    b_mem = clCreateBuffer(c, CL_MEM_READ_WRITE, N * 4, NULL, NULL);
    spare = clCreateBuffer(c, CL_MEM_READ_WRITE, 4096, NULL, NULL);
}

static void set_bare(int n) {
    cl_long off = 0;
    clSetKernelArg(kernel, 0, sizeof a_mem, &a_mem);
    clSetKernelArg(kernel, 1, 8, &off);
    clSetKernelArg(kernel, 2, sizeof b_mem, &b_mem);
    clSetKernelArg(kernel, 3, 8, &off);
    clSetKernelArg(kernel, 4, sizeof n, &n);
    clSetKernelArg(kernel, 5, sizeof spare, &spare);
    clSetKernelArg(kernel, 6, sizeof spare, &spare);
}

static void run_bare(int groups, int local) {
    size_t global = (size_t)groups * local, size = local;
    must(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &size, 0, NULL, NULL) == CL_SUCCESS, "launching");
    must(clFinish(queue) == CL_SUCCESS, "waiting");
}

static int by_value(const void *x, const void *y) {
    double d = *(const double *)x - *(const double *)y;
    return (d > 0) - (d < 0);
}

static double median(double *v, int n) {
    qsort(v, n, sizeof *v, by_value);
    return v[n / 2];
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 500, device = argc > 2 ? atoi(argv[2]) : 0;
    static float a[N], b[N];
    int n = N, groups = 8, local = 1;
    must(rounds > 0, "reading the number of rounds");
    double start = now();
    open_bare(device);
    set_bare(n);
    run_bare(groups, local);
    double bare_start = now() - start;

    struct omp2cl_value values[] = {{a, a, sizeof a}, {b, b, sizeof b}, {&n, &n, sizeof n}};
    struct omp2cl_launch launch = {.num_teams = groups, .num_threads = local, .trip = N};
    start = now();
    must(omp2cl_target(&region, device, &launch, values) == 0, "offloading");
    double runtime_start = now() - start;

    double *bare = calloc(rounds, sizeof *bare), *mapped = calloc(rounds, sizeof *mapped),
           *present = calloc(rounds, sizeof *present);
    for (int r = 0; r < rounds; r++) {
        start = now();
        for (int i = 0; i < BATCH; i++) {
            set_bare(n);
            run_bare(groups, local);
        }
        bare[r] = (now() - start) / BATCH;
        start = now();
        for (int i = 0; i < BATCH; i++)
            omp2cl_target(&region, device, &launch, values);
        mapped[r] = (now() - start) / BATCH;
        omp2cl_data_begin(&data, device, values);
        start = now();
        for (int i = 0; i < BATCH; i++)
            omp2cl_target(&region, device, &launch, values);
        present[r] = (now() - start) / BATCH;
        omp2cl_data_end(&data, device, values);
    }
    double base = median(bare, rounds), all = median(present, rounds), bring = median(mapped, rounds);
    printf("bare OpenCL, launch and finish   %8.2f us\n", base);
    printf("region, data present             %8.2f us, overhead %.2f us\n", all, all - base);
    printf("region, 2 x %d bytes mapped     %8.2f us, overhead %.2f us\n", N * 4, bring, bring - base);
    printf("first launch: bare OpenCL %.1f ms, then runtime %.1f ms\n", bare_start / 1e3, runtime_start / 1e3);
    return 0;
}
