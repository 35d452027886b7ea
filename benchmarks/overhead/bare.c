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

void bare_open(int number)
{
    cl_int status;
    cl_device_id device = nth_device(number);
    must(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL), "asking for the name");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    must(status, "creating the context");
    queue = clCreateCommandQueue(context, device, 0, &status);
    must(status, "creating the queue");
    const char *source = text;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
    must(status, "creating the program");
    must(clBuildProgram(program, 1, &device, "-cl-std=CL1.2", NULL, NULL), "building");
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

void bare_launch(int n)
{
    size_t global = GROUPS * LOCAL, local = LOCAL;
    must(clSetKernelArg(kernel, 0, sizeof a_mem, &a_mem), "setting an argument");
    must(clSetKernelArg(kernel, 1, sizeof b_mem, &b_mem), "setting an argument");
    must(clSetKernelArg(kernel, 2, sizeof n, &n), "setting an argument");
    must(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL), "launching");
    must(clFinish(queue), "waiting");
}
