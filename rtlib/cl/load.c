/* load.c: libOpenCL at run time, in one table of functions. */
#include "guard.h"
#include "opencl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <sys/auxv.h>

struct ocl_table ocl;
int32_t (*ocl_device_and_host_timer)(ocl_device, uint64_t *, uint64_t *);

static char reason[512];

static void *open_library(const char *path) {
    if (path != NULL && path[0] != '\0')
        return dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        library = dlopen("libOpenCL.so", RTLD_NOW | RTLD_LOCAL);
    return library;
}

const char *ocl_load(const char *path) {
    if (getauxval(AT_BASE) == 0) /* no dynamic loader: a driver would bring a second libc */
        return "a statically linked program cannot load an OpenCL driver; link it without -static";
    ocl_guard_start();
    struct ocl_guard g;
    ocl_guard_enter(&g);
    void *library = open_library(path);
    ocl_guard_leave(&g);
    if (library == NULL) {
        const char *why = dlerror();
        snprintf(reason, sizeof reason, "no OpenCL library: %s", why ? why : "unknown reason");
        return reason;
    }
#define OCL_LOAD(result, name, arguments)                                                     \
    *(void **)&ocl.name = dlsym(library, "cl" #name);                                         \
    if (ocl.name == NULL) {                                                                   \
        snprintf(reason, sizeof reason, "the OpenCL library has no cl" #name " (older than OpenCL 1.2)"); \
        return reason;                                                                        \
    }
    OCL_FUNCTIONS(OCL_LOAD)
#undef OCL_LOAD
    *(void **)&ocl_device_and_host_timer = dlsym(library, "clGetDeviceAndHostTimer");
    return NULL;
}
