/* A libOpenCL that forwards every call to the real one and makes chosen calls
 * fail. A program takes it by OMP2CL_LIBOPENCL. Environment:
 *
 *   SHIM_FAIL=N       the N-th call, counted from 1 over all threads, fails
 *   SHIM_CALL=clName  count the calls of this function only
 *   SHIM_FOREVER=1    all calls from the N-th on fail
 *   SHIM_CODE=C       with this code, not the function's usual one
 *   SHIM_RECORD=FILE  a struct record of what happened, kept up to date
 *   SHIM_MEMORY=N     device memory: clCreateBuffer fails beyond N bytes
 *   SHIM_LATE=1       buffers beyond it can be made, and kernels and writes fail instead
 *   SHIM_PIN_MS=N     pinned memory takes N ms, and with status 3 a program ends that
 *                     still makes some when the library goes: a driver would crash;
 *                     SHIM_RECORD's calls are those for pinned memory then
 *
 * The runtime's table (rtlib/cl/opencl.h) must not have more functions than
 * this list; dtm_test.go compares them. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { OUT_OF_RESOURCES = -5, ALLOCATION_FAILURE = -4, BUILD_FAILURE = -11, ALLOC_HOST_PTR = 16, HOST_MEMORY_FLAGS = 8 | 16 };

/* What a run left behind, for the runner. */
struct record { uint64_t calls, failed; char name[48]; };

static struct record private_record, *record = &private_record;
static long fail_at, code, forever, late, pin_ms;
static int pinning;
static const char *only;
static uint64_t memory_limit, memory_used;
static void *library;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct { void *buffer; uint64_t size; } buffers[4096];

static long number(const char *name)
{
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 0) : 0;
}

static void open_record(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, sizeof *record) != 0)
        return;
    void *p = mmap(NULL, sizeof *record, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (p != MAP_FAILED)
        record = p;
    close(file);
}

__attribute__((constructor)) static void start(void)
{
    fail_at = number("SHIM_FAIL");
    code = number("SHIM_CODE");
    forever = number("SHIM_FOREVER");
    late = number("SHIM_LATE");
    pin_ms = number("SHIM_PIN_MS");
    memory_limit = (uint64_t)number("SHIM_MEMORY");
    only = getenv("SHIM_CALL");
    if (getenv("SHIM_RECORD"))
        open_record(getenv("SHIM_RECORD"));
    library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
}

__attribute__((destructor)) static void stop(void)
{
    if (__atomic_load_n(&pinning, __ATOMIC_SEQ_CST))
        _exit(3);
}

/* pin takes the time that pinned memory does. */
static void pin(void)
{
    struct timespec t = {pin_ms / 1000, pin_ms % 1000 * 1000000};
    __atomic_add_fetch(&pinning, 1, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&record->calls, 1, __ATOMIC_SEQ_CST);
    nanosleep(&t, NULL);
    __atomic_sub_fetch(&pinning, 1, __ATOMIC_SEQ_CST);
}

/* fails counts a call and tells whether it is one to fail. */
static int fails(const char *name)
{
    if (pin_ms || (only && strcmp(only, name) != 0))
        return 0;
    long n = (long)__atomic_add_fetch(&record->calls, 1, __ATOMIC_RELAXED);
    if (fail_at == 0 || n < fail_at || (n > fail_at && !forever))
        return 0;
    __atomic_add_fetch(&record->failed, 1, __ATOMIC_RELAXED);
    if (n == fail_at)
        snprintf(record->name, sizeof record->name, "%s", name);
    return 1;
}

/* full tells whether a command must fail for lack of device memory: a driver
 * that gives buffers their memory at first use. */
static int full(const char *name)
{
    int places = strcmp(name, "clEnqueueNDRangeKernel") == 0 || strcmp(name, "clEnqueueWriteBuffer") == 0;
    return late && memory_limit && places &&
           __atomic_load_n(&memory_used, __ATOMIC_RELAXED) > memory_limit;
}

static int32_t failure(int usual) { return code ? (int32_t)code : usual; }

static void *real(const char *name, void **at)
{
    void *f = __atomic_load_n(at, __ATOMIC_ACQUIRE);
    if (!f && library) {
        f = dlsym(library, name);
        __atomic_store_n(at, f, __ATOMIC_RELEASE);
    }
    return f;
}

/* STATUS defines a function that returns its error, HANDLE one whose last
 * parameter receives it. */
#define STATUS(name, usual, parameters, ...)                                  \
    int32_t name parameters                                                   \
    {                                                                         \
        static void *slot;                                                     \
        int32_t (*forward) parameters = real(#name, &slot);                   \
        if (!forward || fails(#name))                                         \
            return failure(usual);                                            \
        return full(#name) ? ALLOCATION_FAILURE : forward(__VA_ARGS__);       \
    }

#define HANDLE(name, usual, parameters, ...)                                  \
    void *name parameters                                                     \
    {                                                                         \
        static void *slot;                                                     \
        void *(*forward) parameters = real(#name, &slot);                     \
        if (forward && !fails(#name))                                         \
            return forward(__VA_ARGS__);                                      \
        if (status)                                                           \
            *status = failure(usual);                                         \
        return NULL;                                                          \
    }

typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t i32;
#define WAIT u32 n, void *const *list, void **event
#define WAITS n, list, event

STATUS(clGetPlatformIDs, OUT_OF_RESOURCES, (u32 n, void **ids, u32 *count), n, ids, count)
STATUS(clGetPlatformInfo, OUT_OF_RESOURCES, (void *p, u32 what, size_t n, void *value, size_t *size), p, what, n, value, size)
STATUS(clGetDeviceIDs, OUT_OF_RESOURCES, (void *p, u64 type, u32 n, void **ids, u32 *count), p, type, n, ids, count)
STATUS(clGetDeviceInfo, OUT_OF_RESOURCES, (void *d, u32 what, size_t n, void *value, size_t *size), d, what, n, value, size)
HANDLE(clCreateContext, OUT_OF_RESOURCES, (const intptr_t *p, u32 n, void *const *devices, void *notify, void *data, i32 *status),
       p, n, devices, notify, data, status)
STATUS(clReleaseContext, OUT_OF_RESOURCES, (void *c), c)
HANDLE(clCreateCommandQueue, OUT_OF_RESOURCES, (void *c, void *d, u64 properties, i32 *status), c, d, properties, status)
STATUS(clReleaseCommandQueue, OUT_OF_RESOURCES, (void *q), q)
STATUS(clRetainMemObject, OUT_OF_RESOURCES, (void *m), m)
STATUS(clGetMemObjectInfo, OUT_OF_RESOURCES, (void *m, u32 what, size_t n, void *value, size_t *size), m, what, n, value, size)
HANDLE(clCreateProgramWithSource, OUT_OF_RESOURCES, (void *c, u32 n, const char **text, const size_t *sizes, i32 *status),
       c, n, text, sizes, status)
HANDLE(clCreateProgramWithBinary, OUT_OF_RESOURCES,
       (void *c, u32 n, void *const *devices, const size_t *sizes, const unsigned char **data, i32 *each, i32 *status),
       c, n, devices, sizes, data, each, status)
STATUS(clBuildProgram, BUILD_FAILURE, (void *p, u32 n, void *const *devices, const char *options, void *notify, void *data),
       p, n, devices, options, notify, data)
STATUS(clGetProgramBuildInfo, OUT_OF_RESOURCES, (void *p, void *d, u32 what, size_t n, void *value, size_t *size), p, d, what, n, value, size)
STATUS(clGetProgramInfo, OUT_OF_RESOURCES, (void *p, u32 what, size_t n, void *value, size_t *size), p, what, n, value, size)
STATUS(clReleaseProgram, OUT_OF_RESOURCES, (void *p), p)
HANDLE(clCreateKernel, OUT_OF_RESOURCES, (void *p, const char *name, i32 *status), p, name, status)
STATUS(clReleaseKernel, OUT_OF_RESOURCES, (void *k), k)
STATUS(clSetKernelArg, OUT_OF_RESOURCES, (void *k, u32 index, size_t n, const void *value), k, index, n, value)
STATUS(clGetKernelWorkGroupInfo, OUT_OF_RESOURCES, (void *k, void *d, u32 what, size_t n, void *value, size_t *size), k, d, what, n, value, size)
STATUS(clEnqueueNDRangeKernel, OUT_OF_RESOURCES,
       (void *q, void *k, u32 dimensions, const size_t *offset, const size_t *global, const size_t *local, WAIT),
       q, k, dimensions, offset, global, local, WAITS)
STATUS(clEnqueueReadBuffer, OUT_OF_RESOURCES, (void *q, void *m, u32 blocking, size_t at, size_t size, void *p, WAIT), q, m, blocking, at, size, p, WAITS)
STATUS(clEnqueueWriteBuffer, OUT_OF_RESOURCES, (void *q, void *m, u32 blocking, size_t at, size_t size, const void *p, WAIT), q, m, blocking, at, size, p, WAITS)
STATUS(clEnqueueCopyBuffer, OUT_OF_RESOURCES, (void *q, void *a, void *b, size_t from, size_t to, size_t size, WAIT), q, a, b, from, to, size, WAITS)
STATUS(clEnqueueFillBuffer, OUT_OF_RESOURCES, (void *q, void *m, const void *p, size_t each, size_t at, size_t size, WAIT), q, m, p, each, at, size, WAITS)
STATUS(clEnqueueUnmapMemObject, OUT_OF_RESOURCES, (void *q, void *m, void *p, WAIT), q, m, p, WAITS)
STATUS(clEnqueueMarkerWithWaitList, OUT_OF_RESOURCES, (void *q, WAIT), q, WAITS)
STATUS(clEnqueueBarrierWithWaitList, OUT_OF_RESOURCES, (void *q, WAIT), q, WAITS)
HANDLE(clEnqueueMapBuffer, OUT_OF_RESOURCES, (void *q, void *m, u32 blocking, u64 flags, size_t at, size_t size, WAIT, i32 *status),
       q, m, blocking, flags, at, size, WAITS, status)
STATUS(clGetEventInfo, OUT_OF_RESOURCES, (void *e, u32 what, size_t n, void *value, size_t *size), e, what, n, value, size)
STATUS(clGetEventProfilingInfo, OUT_OF_RESOURCES, (void *e, u32 what, size_t n, void *value, size_t *size), e, what, n, value, size)
STATUS(clSetEventCallback, OUT_OF_RESOURCES, (void *e, i32 type, void *notify, void *data), e, type, notify, data)
STATUS(clRetainEvent, OUT_OF_RESOURCES, (void *e), e)
STATUS(clWaitForEvents, OUT_OF_RESOURCES, (u32 n, void *const *events), n, events)
STATUS(clReleaseEvent, OUT_OF_RESOURCES, (void *e), e)
STATUS(clFlush, OUT_OF_RESOURCES, (void *q), q)
STATUS(clFinish, OUT_OF_RESOURCES, (void *q), q)
STATUS(clGetDeviceAndHostTimer, OUT_OF_RESOURCES, (void *d, u64 *device, u64 *host), d, device, host)

/* account and forget keep the sum of the buffers that live. */
static void account(void *buffer, uint64_t size)
{
    pthread_mutex_lock(&lock);
    size_t k = 0;
    while (k < sizeof buffers / sizeof *buffers - 1 && buffers[k].buffer)
        k++;
    buffers[k].buffer = buffer;
    buffers[k].size = size;
    memory_used += size;
    pthread_mutex_unlock(&lock);
}

static void forget(void *buffer)
{
    pthread_mutex_lock(&lock);
    for (size_t k = 0; k < sizeof buffers / sizeof *buffers; k++)
        if (buffers[k].buffer == buffer) {
            memory_used -= buffers[k].size;
            buffers[k].buffer = NULL;
            break;
        }
    pthread_mutex_unlock(&lock);
}

void *clCreateBuffer(void *context, u64 flags, size_t size, void *host, i32 *status)
{
    static void *at;
    void *(*forward)(void *, u64, size_t, void *, i32 *) = real("clCreateBuffer", &at);
    int on_device = !(flags & HOST_MEMORY_FLAGS);
    int too_much = memory_limit && !late && on_device && __atomic_load_n(&memory_used, __ATOMIC_RELAXED) + size > memory_limit;
    if (!forward || fails("clCreateBuffer") || too_much) {
        if (status)
            *status = failure(ALLOCATION_FAILURE);
        return NULL;
    }
    if (pin_ms && flags & ALLOC_HOST_PTR)
        pin();
    void *buffer = forward(context, flags, size, host, status);
    if (buffer && on_device)
        account(buffer, size);
    return buffer;
}

i32 clReleaseMemObject(void *buffer)
{
    static void *at;
    i32 (*forward)(void *) = real("clReleaseMemObject", &at);
    if (!forward || fails("clReleaseMemObject"))
        return failure(OUT_OF_RESOURCES);
    forget(buffer);
    return forward(buffer);
}
