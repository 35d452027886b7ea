/* opencl.c: a thin layer of our own for the hand-written versions. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl.h"

EMBED(forms_text, "harness/forms.cl");

struct device device;
static cl_mem copies[MAX_ARRAYS];

static void must(cl_int status, const char *what)
{
    if (status != CL_SUCCESS) {
        fprintf(stderr, "ppe: %s failed with OpenCL status %d\n", what, status);
        exit(1);
    }
}

static cl_device_id nth_device(int number)
{
    cl_platform_id platforms[16];
    cl_uint np = 0;
    must(clGetPlatformIDs(16, platforms, &np), "listing the platforms");
    for (cl_uint p = 0; p < np && p < 16; p++) {
        cl_device_id ids[64];
        cl_uint nd = 0;
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 64, ids, &nd) != CL_SUCCESS)
            continue;
        if (number < (int)nd)
            return ids[number];
        number -= nd;
    }
    must(CL_DEVICE_NOT_FOUND, "finding the device");
    return NULL;
}

void open_device(int number, enum forms forms)
{
    cl_int status;
    cl_device_type type;
    cl_uint units;
    device.id = nth_device(number);
    must(clGetDeviceInfo(device.id, CL_DEVICE_NAME, sizeof device.name, device.name, NULL), "asking for the name");
    must(clGetDeviceInfo(device.id, CL_DEVICE_TYPE, sizeof type, &type, NULL), "asking for the type");
    must(clGetDeviceInfo(device.id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL), "asking for the units");
    device.is_cpu = (type & CL_DEVICE_TYPE_CPU) != 0;
    device.cpu = forms == FITTING ? device.is_cpu : forms == CPU_FORMS;
    device.units = units;
    device.context = clCreateContext(NULL, 1, &device.id, NULL, NULL, &status);
    must(status, "creating the context");
    device.queue = clCreateCommandQueue(device.context, device.id, 0, &status);
    must(status, "creating the queue");
}

static void show_log(cl_program program)
{
    static char log[16384];
    if (clGetProgramBuildInfo(program, device.id, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL) == CL_SUCCESS)
        fprintf(stderr, "%s\n", log);
}

/* Divisions and roots are rounded as gcc's on the host are, where the device can. */
static const char *rounding(void)
{
    cl_device_fp_config config = 0;
    must(clGetDeviceInfo(device.id, CL_DEVICE_SINGLE_FP_CONFIG, sizeof config, &config, NULL), "asking for the rounding");
    return config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT ? "-cl-fp32-correctly-rounded-divide-sqrt" : "";
}

static cl_program build(const char *text, const char *options)
{
    char all[512];
    snprintf(all, sizeof all, "-cl-std=CL1.2 -D CPU=%d -D LOCAL=%d %s %s", device.cpu, LOCAL, rounding(), options);
    const char *texts[] = {forms_text, text};
    cl_int status;
    cl_program program = clCreateProgramWithSource(device.context, 2, texts, NULL, &status);
    must(status, "creating the program");
    status = clBuildProgram(program, 1, &device.id, all, NULL, NULL);
    if (status != CL_SUCCESS)
        show_log(program);
    must(status, "building");
    return program;
}

/* A process runs one program of the suite, so one text and its options are built. */
cl_kernel kernel(const char *text, const char *name, const char *options)
{
    static cl_program program;
    if (!program)
        program = build(text, options);
    cl_int status;
    cl_kernel k = clCreateKernel(program, name, &status);
    must(status, name);
    return k;
}

cl_mem mem(int i) { return copies[i]; }

cl_mem scratch(size_t bytes)
{
    cl_int status;
    cl_mem m = clCreateBuffer(device.context, CL_MEM_READ_WRITE, bytes, NULL, &status);
    must(status, "creating a buffer");
    return m;
}

void set_one(cl_kernel k, int i, size_t size, const void *v)
{
    must(clSetKernelArg(k, i, size, v), "setting an argument");
}

void set(cl_kernel k, ...)
{
    va_list list;
    va_start(list, k);
    size_t size;
    for (int i = 0; (size = va_arg(list, size_t)) != 0; i++)
        set_one(k, i, size, va_arg(list, const void *));
    va_end(list);
}

size_t local_size(void) { return device.cpu ? 1 : LOCAL; }

size_t groups_for(size_t n)
{
    size_t local = local_size(), all = (n + local - 1) / local, chunks = device.units * CHUNKS;
    return device.cpu && chunks < all ? chunks : all;
}

void launch_groups(cl_kernel k, size_t groups, size_t local)
{
    size_t global = groups * local;
    must(clEnqueueNDRangeKernel(device.queue, k, 1, NULL, &global, &local, 0, NULL, NULL), "launching");
}

void launch(cl_kernel k, size_t n) { launch_groups(k, groups_for(n), local_size()); }

void launch_2d(cl_kernel k, const size_t groups[2], const size_t local[2])
{
    size_t global[2] = {groups[0] * local[0], groups[1] * local[1]};
    must(clEnqueueNDRangeKernel(device.queue, k, 2, NULL, global, local, 0, NULL, NULL), "launching");
}

void launch_cells(cl_kernel k, size_t rows, size_t columns)
{
    enum { WIDE = 32, HIGH = 8 };
    if (device.cpu)
        launch(k, rows);
    else
        launch_2d(k, (size_t[]){(columns + WIDE - 1) / WIDE, (rows + HIGH - 1) / HIGH}, (size_t[]){WIDE, HIGH});
}

size_t reduction_groups(void) { return device.units * 8; }

void launch_reduction(cl_kernel k) { launch_groups(k, reduction_groups(), local_size()); }

double sum_of(cl_mem partial)
{
    double sum = 0, values[reduction_groups()];
    fetch(partial, values, sizeof values);
    for (size_t i = 0; i < reduction_groups(); i++)
        sum += values[i];
    return sum;
}

void fetch(cl_mem from, void *to, size_t bytes)
{
    must(clEnqueueReadBuffer(device.queue, from, CL_TRUE, 0, bytes, to, 0, NULL, NULL), "reading");
}

void finish(void) { must(clFinish(device.queue), "waiting"); }

void upload(struct problem *p)
{
    for (int i = 0; i < p->arrays; i++) {
        struct array *a = &p->array[i];
        size_t bytes = a->count * type_size(a->type);
        copies[i] = scratch(bytes);
        must(clEnqueueWriteBuffer(device.queue, copies[i], CL_TRUE, 0, bytes, a->at, 0, NULL, NULL), "writing");
    }
}

void download(struct problem *p)
{
    for (int i = 0; i < p->arrays; i++) {
        struct array *a = &p->array[i];
        if (a->role == OUT)
            fetch(copies[i], a->at, a->count * type_size(a->type));
        must(clReleaseMemObject(copies[i]), "releasing a buffer");
    }
}
