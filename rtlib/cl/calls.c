#define _GNU_SOURCE
#include "calls.h"
#include "guard.h"
#include "kept.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

int32_t ocl_platforms(ocl_platform *ids, uint32_t n, uint32_t *count) {
    struct ocl_guard g;
    ocl_guard_enter(&g);
    int32_t status = ocl.GetPlatformIDs(n, ids, count);
    ocl_guard_leave(&g);
    return status;
}

/* Makes the stacks of threads that start from now on large, and reports whether it did; usual
 * is what they were. A CPU's driver keeps the private memory of a whole group on the stack of
 * one of its threads: 64 KiB for each of 1024 work-items, beyond which objects lie elsewhere.
 * That is address space only, which the user may have limited. */
static int large_stacks(pthread_attr_t *usual) {
    const size_t large = (size_t)64 << 20;
    struct rlimit space;
    size_t size = 0;
    if (getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur != RLIM_INFINITY || pthread_getattr_default_np(usual) != 0)
        return 0;
    pthread_attr_t now;
    int changed = pthread_attr_getstacksize(usual, &size) == 0 && size < large && pthread_getattr_default_np(&now) == 0;
    if (changed) {
        changed = pthread_attr_setstacksize(&now, large) == 0 && pthread_setattr_default_np(&now) == 0;
        pthread_attr_destroy(&now);
    }
    if (!changed)
        pthread_attr_destroy(usual);
    return changed;
}

static void usual_stacks(pthread_attr_t *usual) {
    pthread_setattr_default_np(usual);
    pthread_attr_destroy(usual);
}

int32_t ocl_devices(ocl_platform p, ocl_device *ids, uint32_t n, uint32_t *count) {
    struct ocl_guard g;
    pthread_attr_t usual;
    ocl_guard_enter(&g);
    int larger = large_stacks(&usual); /* drivers start their threads here */
    int32_t status = ocl.GetDeviceIDs(p, 0xFFFFFFFFu, n, ids, count);
    if (larger)
        usual_stacks(&usual);
    ocl_guard_leave(&g);
    return status;
}

char *ocl_platform_text(ocl_platform p, uint32_t name) {
    size_t size = 0;
    if (ocl.GetPlatformInfo(p, name, 0, NULL, &size) != OCL_SUCCESS)
        return NULL;
    char *text = calloc(1, size + 1);
    if (text != NULL && ocl.GetPlatformInfo(p, name, size, text, NULL) != OCL_SUCCESS) {
        free(text);
        return NULL;
    }
    return text;
}

char *ocl_device_text(ocl_device d, uint32_t name) {
    size_t size = 0;
    if (ocl.GetDeviceInfo(d, name, 0, NULL, &size) != OCL_SUCCESS)
        return NULL;
    char *text = calloc(1, size + 1);
    if (text != NULL && ocl.GetDeviceInfo(d, name, size, text, NULL) != OCL_SUCCESS) {
        free(text);
        return NULL;
    }
    return text;
}

uint64_t ocl_device_number(ocl_device d, uint32_t name) {
    uint64_t number = 0; /* little-endian: a 4-byte answer fills the low half */
    if (ocl.GetDeviceInfo(d, name, sizeof number, &number, NULL) != OCL_SUCCESS)
        return 0;
    return number;
}

ocl_context ocl_open(ocl_device d, int32_t *status) {
    struct ocl_guard g;
    ocl_guard_enter(&g);
    ocl_context c = ocl.CreateContext(NULL, 1, &d, NULL, NULL, status);
    ocl_guard_leave(&g);
    return c;
}

ocl_mem ocl_new_buffer(ocl_context c, size_t size, uintptr_t host, int32_t *status) {
    uint64_t flags = OCL_MEM_READ_WRITE | (host ? OCL_MEM_USE_HOST_PTR : 0);
    return ocl.CreateBuffer(c, flags, size, (void *)host, status);
}

void ocl_free_buffer(ocl_mem m) { ocl.ReleaseMemObject(m); }

ocl_program ocl_from_source(ocl_context c, const char *text, size_t size, int32_t *status) {
    return ocl.CreateProgramWithSource(c, 1, &text, &size, status);
}

ocl_program ocl_from_binary(ocl_context c, ocl_device d, const unsigned char *data, size_t size,
                            int32_t *status) {
    int32_t binary_status = OCL_SUCCESS;
    ocl_program p = ocl.CreateProgramWithBinary(c, 1, &d, &size, &data, &binary_status, status);
    if (*status == OCL_SUCCESS && binary_status != OCL_SUCCESS) {
        ocl.ReleaseProgram(p);
        *status = binary_status;
        return NULL;
    }
    return p;
}

int32_t ocl_build(ocl_program p, ocl_device d, const char *options) {
    struct ocl_guard g;
    ocl_guard_enter(&g);
    ocl_guard_admit(&g);
    int32_t status = ocl.BuildProgram(p, 1, &d, options, NULL, NULL);
    ocl_guard_leave(&g);
    return status;
}

char *ocl_build_log(ocl_program p, ocl_device d) {
    size_t size = 0;
    if (ocl.GetProgramBuildInfo(p, d, OCL_PROGRAM_BUILD_LOG, 0, NULL, &size) != OCL_SUCCESS)
        return NULL;
    char *log = calloc(1, size + 1);
    if (log != NULL)
        ocl.GetProgramBuildInfo(p, d, OCL_PROGRAM_BUILD_LOG, size, log, NULL);
    return log;
}

static unsigned char *binary(ocl_program p, size_t *size, int32_t *status) {
    *size = 0;
    *status = ocl.GetProgramInfo(p, OCL_PROGRAM_BINARY_SIZES, sizeof *size, size, NULL);
    if (*status != OCL_SUCCESS || *size == 0)
        return NULL;
    unsigned char *data = malloc(*size);
    if (data == NULL) {
        *status = OCL_OUT_OF_HOST_MEMORY;
        return NULL;
    }
    *status = ocl.GetProgramInfo(p, OCL_PROGRAM_BINARIES, sizeof data, &data, NULL);
    if (*status != OCL_SUCCESS) {
        free(data);
        return NULL;
    }
    return data;
}

/* PoCL compiles kernels for it. */
unsigned char *ocl_binary(ocl_program p, size_t *size, int32_t *status) {
    struct ocl_guard g;
    ocl_guard_enter(&g);
    ocl_guard_admit(&g);
    unsigned char *data = binary(p, size, status);
    ocl_guard_leave(&g);
    return data;
}

void ocl_free_program(ocl_program p) { ocl.ReleaseProgram(p); }

/* A number of a kernel on a device, 0 if the driver does not say. */
static uint64_t kernel_number(ocl_kernel kernel, ocl_device d, uint32_t name) {
    uint64_t number = 0; /* little-endian: a 4-byte answer fills the low half */
    if (ocl.GetKernelWorkGroupInfo(kernel, d, name, sizeof number, &number, NULL) != OCL_SUCCESS)
        return 0;
    return number;
}

struct ocl_launcher *ocl_kernel_of(ocl_program p, const char *name, ocl_device d,
                                   struct ocl_kernel_facts *facts, int32_t *status) {
    ocl_kernel kernel = ocl.CreateKernel(p, name, status);
    if (*status != OCL_SUCCESS)
        return NULL;
    facts->max_local = kernel_number(kernel, d, OCL_KERNEL_WORK_GROUP_SIZE);
    facts->multiple = kernel_number(kernel, d, OCL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE);
    facts->local_mem = kernel_number(kernel, d, OCL_KERNEL_LOCAL_MEM_SIZE);
    facts->private_mem = kernel_number(kernel, d, OCL_KERNEL_PRIVATE_MEM_SIZE);
    struct ocl_launcher *l = ocl_new_launcher(kernel);
    if (l == NULL) {
        ocl.ReleaseKernel(kernel);
        *status = OCL_OUT_OF_HOST_MEMORY;
    }
    return l;
}

int32_t ocl_wait(ocl_event event) { return ocl.WaitForEvents(1, &event); }

void ocl_free_event(ocl_event event) { ocl.ReleaseEvent(event); }

int ocl_equal_host(uintptr_t a, uintptr_t b, size_t n) { return memcmp((const void *)a, (const void *)b, n) == 0; }

void ocl_copy_host(uintptr_t dst, uintptr_t src, size_t n) { memmove((void *)dst, (const void *)src, n); }

uintptr_t ocl_alloc_host(size_t size) {
    void *p = NULL;
    if (posix_memalign(&p, 128, size) != 0)
        return 0;
    memset(p, 0, size);
    return (uintptr_t)ocl_kept(p);
}

void ocl_free_host(uintptr_t p) { free((void *)p); }
