/* bare.c: the OpenCL side of the measurement: what a program that uses OpenCL itself
 * does for the loop of region.c. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>

#include "overhead.h"

static const char *const text =
    "__kernel void touch(__global float *a, __global const float *b, int n)\n"
    "{\n"
    "    for (int i = get_global_id(0); i < n; i += get_global_size(0))\n"
    "        a[i] = b[i] + 1;\n"
    "}\n";

static cl_command_queue queue;
static cl_kernel kernel;
static cl_mem a_mem, b_mem;
static char name[256];

static void must(cl_int status, const char *what)
{
    if (status != CL_SUCCESS) {
        fprintf(stderr, "bare: %s failed with OpenCL status %d\n", what, status);
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

/* Reads a file into memory; NULL if there is none. */
static unsigned char *read_file(const char *path, size_t *size)
{
    FILE *f = path ? fopen(path, "rb") : NULL;
    if (!f)
        return NULL;
    fseek(f, 0, SEEK_END);
    *size = ftell(f);
    rewind(f);
    unsigned char *data = malloc(*size);
    if (!data || fread(data, 1, *size, f) != *size) {
        fprintf(stderr, "bare: %s cannot be read\n", path);
        exit(1);
    }
    fclose(f);
    return data;
}

static void keep_binary(cl_program program, const char *path)
{
    size_t size = 0;
    must(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL), "asking for the binary");
    unsigned char *data = malloc(size);
    must(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, &data, NULL), "asking for the binary");
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(data, 1, size, f) != size || fclose(f) != 0) {
        fprintf(stderr, "bare: %s cannot be written\n", path);
        exit(1);
    }
    free(data);
}

/* Builds the program, from its binary where there is one. */
static cl_program build(cl_context context, cl_device_id device, const char *path)
{
    cl_int status, loaded;
    cl_program program;
    const char *source = text;
    size_t size;
    unsigned char *binary = read_file(path, &size);
    if (binary)
        program = clCreateProgramWithBinary(context, 1, &device, &size, (const unsigned char **)&binary, &loaded, &status);
    else
        program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
    must(status, "creating the program");
    must(clBuildProgram(program, 1, &device, "-cl-std=CL1.2", NULL, NULL), "building");
    if (path && !binary)
        keep_binary(program, path);
    free(binary);
    return program;
}

void bare_open(int number, const char *binary)
{
    cl_int status;
    cl_device_id device = nth_device(number);
    must(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL), "asking for the name");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    must(status, "creating the context");
    queue = clCreateCommandQueue(context, device, 0, &status);
    must(status, "creating the queue");
    cl_program program = build(context, device, binary);
    kernel = clCreateKernel(program, "touch", &status);
    must(status, "creating the kernel");
    a_mem = clCreateBuffer(context, CL_MEM_READ_WRITE, N * sizeof(float), NULL, &status);
    must(status, "creating a buffer");
    b_mem = clCreateBuffer(context, CL_MEM_READ_ONLY, N * sizeof(float), NULL, &status);
    must(status, "creating a buffer");
}

const char *bare_device(void) { return name; }

void bare_copy_in(int n, const float *b)
{
    must(clEnqueueWriteBuffer(queue, b_mem, CL_TRUE, 0, n * sizeof *b, b, 0, NULL, NULL), "writing");
}

void bare_copy_out(int n, float *a)
{
    must(clEnqueueReadBuffer(queue, a_mem, CL_TRUE, 0, n * sizeof *a, a, 0, NULL, NULL), "reading");
}

void bare_launch(int n) { bare_row(n, 1); }

void bare_row(int n, int count)
{
    size_t global = GROUPS * LOCAL, local = LOCAL;
    must(clSetKernelArg(kernel, 0, sizeof a_mem, &a_mem), "setting an argument");
    must(clSetKernelArg(kernel, 1, sizeof b_mem, &b_mem), "setting an argument");
    must(clSetKernelArg(kernel, 2, sizeof n, &n), "setting an argument");
    for (int k = 0; k < count; k++)
        must(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL), "launching");
    must(clFinish(queue), "waiting");
}
