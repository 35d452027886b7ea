/* calls.h: OpenCL calls as Go can make them: no function pointers, errors as
 * results. Arguments are the API's own. */
#ifndef OMP2CL_CALLS_H
#define OMP2CL_CALLS_H

#include "lane.h"
#include "opencl.h"

int32_t ocl_platforms(ocl_platform *ids, uint32_t n, uint32_t *count);
int32_t ocl_devices(ocl_platform p, ocl_device *ids, uint32_t n, uint32_t *count);
/* Text of a platform or device property: malloc'ed, NULL on failure. */
char *ocl_platform_text(ocl_platform p, uint32_t name);
char *ocl_device_text(ocl_device d, uint32_t name);
/* A number of at most 8 bytes; 0 on failure. */
uint64_t ocl_device_number(ocl_device d, uint32_t name);

ocl_context ocl_open(ocl_device d, int32_t *status);
ocl_mem ocl_new_buffer(ocl_context c, size_t size, uintptr_t host, int32_t *status);
void ocl_free_buffer(ocl_mem m);

ocl_program ocl_from_source(ocl_context c, const char *text, size_t size, int32_t *status);
ocl_program ocl_from_binary(ocl_context c, ocl_device d, const unsigned char *data, size_t size,
                            int32_t *status);
int32_t ocl_build(ocl_program p, ocl_device d, const char *options);
/* The build log: malloc'ed, NULL if there is none. */
char *ocl_build_log(ocl_program p, ocl_device d);
/* The binary: malloc'ed, its size in *size; NULL if there is none. */
unsigned char *ocl_binary(ocl_program p, size_t *size, int32_t *status);
void ocl_free_program(ocl_program p);
/* What a driver says of a kernel, 0 where it says nothing. */
struct ocl_kernel_facts {
    uint64_t max_local; /* work-items of a group */
    uint64_t multiple;  /* the size of a group should be one of it */
    uint64_t local_mem; /* bytes of local memory of a group */
    uint64_t private_mem; /* bytes of memory of a work-item */
};
struct ocl_launcher *ocl_kernel_of(ocl_program p, const char *name, ocl_device d,
                                   struct ocl_kernel_facts *facts, int32_t *status);

int32_t ocl_wait(ocl_event event);
void ocl_free_event(ocl_event event);

void ocl_copy_host(uintptr_t dst, uintptr_t src, size_t n);
int ocl_equal_host(uintptr_t a, uintptr_t b, size_t n);
uintptr_t ocl_alloc_host(size_t size);
void ocl_free_host(uintptr_t p);
#endif
