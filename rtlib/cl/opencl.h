/* opencl.h: the part of the OpenCL 1.2 API that the runtime uses, declared here
 * so that no OpenCL package is needed to build, and loaded with dlopen so that
 * none is needed to start a program. Names and values are the standard's. */
#ifndef OMP2CL_OPENCL_H
#define OMP2CL_OPENCL_H

#include <stddef.h>
#include <stdint.h>

typedef struct ocl_platform *ocl_platform;
typedef struct ocl_device *ocl_device;
typedef struct ocl_context *ocl_context;
typedef struct ocl_queue *ocl_queue;
typedef struct ocl_mem *ocl_mem;
typedef struct ocl_program *ocl_program;
typedef struct ocl_kernel *ocl_kernel;
typedef struct ocl_event *ocl_event;

enum {
    OCL_SUCCESS = 0,
    OCL_OUT_OF_HOST_MEMORY = -6,
    OCL_DEVICE_TYPE_ALL = -1,
    OCL_MEM_READ_WRITE = 1,
    OCL_MEM_USE_HOST_PTR = 8,
    OCL_MEM_ALLOC_HOST_PTR = 16,
    OCL_MAP_READ_WRITE = 3,
    OCL_QUEUE_PROFILING = 2,

    OCL_PLATFORM_VERSION = 0x0901,
    OCL_PLATFORM_NAME = 0x0902,

    OCL_DEVICE_TYPE = 0x1000,
    OCL_DEVICE_MAX_COMPUTE_UNITS = 0x1002,
    OCL_DEVICE_MAX_WORK_GROUP_SIZE = 0x1004,
    OCL_DEVICE_ADDRESS_BITS = 0x100D,
    OCL_DEVICE_MAX_MEM_ALLOC_SIZE = 0x1010,
    OCL_DEVICE_SINGLE_FP_CONFIG = 0x101B,
    OCL_DEVICE_GLOBAL_MEM_SIZE = 0x101F,
    OCL_DEVICE_LOCAL_MEM_SIZE = 0x1023,
    OCL_DEVICE_ENDIAN_LITTLE = 0x1026,
    OCL_DEVICE_AVAILABLE = 0x1027,
    OCL_DEVICE_COMPILER_AVAILABLE = 0x1028,
    OCL_DEVICE_NAME = 0x102B,
    OCL_DEVICE_VENDOR = 0x102C,
    OCL_DRIVER_VERSION = 0x102D,
    OCL_DEVICE_VERSION = 0x102F,
    OCL_DEVICE_EXTENSIONS = 0x1030,
    OCL_DEVICE_DOUBLE_FP_CONFIG = 0x1032,
    OCL_DEVICE_HOST_UNIFIED_MEMORY = 0x1035,

    /* Of extensions: cl_nv_device_attribute_query, cl_amd_device_attribute_query. */
    OCL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV = 0x4000,
    OCL_DEVICE_WARP_SIZE_NV = 0x4003,
    OCL_DEVICE_WAVEFRONT_WIDTH_AMD = 0x4043,

    OCL_PROGRAM_BINARY_SIZES = 0x1165,
    OCL_PROGRAM_BINARIES = 0x1166,
    OCL_PROGRAM_BUILD_LOG = 0x1183,
    OCL_KERNEL_WORK_GROUP_SIZE = 0x11B0,
    OCL_KERNEL_LOCAL_MEM_SIZE = 0x11B2,
    OCL_KERNEL_PRIVATE_MEM_SIZE = 0x11B4,
    OCL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE = 0x11B3,

    OCL_EVENT_STATUS = 0x11D3, /* OCL_COMPLETE, more while it is not, negative on failure */
    OCL_COMPLETE = 0,
    OCL_EVENT_QUEUED = 0x1280,
    OCL_EVENT_START = 0x1282,
    OCL_EVENT_END = 0x1283
};

/* F(result, name, arguments): the table of functions and its loader come from
 * this one list. */
#define OCL_FUNCTIONS(F)                                                                           \
    F(int32_t, GetPlatformIDs, (uint32_t, ocl_platform *, uint32_t *))                             \
    F(int32_t, GetPlatformInfo, (ocl_platform, uint32_t, size_t, void *, size_t *))                \
    F(int32_t, GetDeviceIDs, (ocl_platform, uint64_t, uint32_t, ocl_device *, uint32_t *))         \
    F(int32_t, GetDeviceInfo, (ocl_device, uint32_t, size_t, void *, size_t *))                    \
    F(ocl_context, CreateContext, (const intptr_t *, uint32_t, const ocl_device *, void *, void *, \
                                   int32_t *))                                                     \
    F(ocl_queue, CreateCommandQueue, (ocl_context, ocl_device, uint64_t, int32_t *))               \
    F(int32_t, ReleaseCommandQueue, (ocl_queue))                                                   \
    F(ocl_mem, CreateBuffer, (ocl_context, uint64_t, size_t, void *, int32_t *))                   \
    F(int32_t, ReleaseMemObject, (ocl_mem))                                                        \
    F(ocl_program, CreateProgramWithSource, (ocl_context, uint32_t, const char **, const size_t *, \
                                             int32_t *))                                           \
    F(ocl_program, CreateProgramWithBinary, (ocl_context, uint32_t, const ocl_device *,            \
                                             const size_t *, const unsigned char **, int32_t *,    \
                                             int32_t *))                                           \
    F(int32_t, BuildProgram, (ocl_program, uint32_t, const ocl_device *, const char *, void *,     \
                              void *))                                                             \
    F(int32_t, GetProgramBuildInfo, (ocl_program, ocl_device, uint32_t, size_t, void *, size_t *)) \
    F(int32_t, GetProgramInfo, (ocl_program, uint32_t, size_t, void *, size_t *))                  \
    F(int32_t, ReleaseProgram, (ocl_program))                                                      \
    F(ocl_kernel, CreateKernel, (ocl_program, const char *, int32_t *))                            \
    F(int32_t, ReleaseKernel, (ocl_kernel))                                                        \
    F(int32_t, SetKernelArg, (ocl_kernel, uint32_t, size_t, const void *))                         \
    F(int32_t, GetKernelWorkGroupInfo, (ocl_kernel, ocl_device, uint32_t, size_t, void *,          \
                                        size_t *))                                                 \
    F(int32_t, EnqueueNDRangeKernel, (ocl_queue, ocl_kernel, uint32_t, const size_t *,             \
                                      const size_t *, const size_t *, uint32_t, const ocl_event *, \
                                      ocl_event *))                                                \
    F(int32_t, EnqueueReadBuffer, (ocl_queue, ocl_mem, uint32_t, size_t, size_t, void *, uint32_t, \
                                   const ocl_event *, ocl_event *))                                \
    F(int32_t, EnqueueWriteBuffer, (ocl_queue, ocl_mem, uint32_t, size_t, size_t, const void *,    \
                                    uint32_t, const ocl_event *, ocl_event *))                     \
    F(int32_t, EnqueueCopyBuffer, (ocl_queue, ocl_mem, ocl_mem, size_t, size_t, size_t, uint32_t,  \
                                   const ocl_event *, ocl_event *))                                \
    F(int32_t, EnqueueMarkerWithWaitList, (ocl_queue, uint32_t, const ocl_event *, ocl_event *))   \
    F(void *, EnqueueMapBuffer, (ocl_queue, ocl_mem, uint32_t, uint64_t, size_t, size_t, uint32_t, \
                                 const ocl_event *, ocl_event *, int32_t *))                       \
    F(int32_t, GetEventInfo, (ocl_event, uint32_t, size_t, void *, size_t *))                      \
    F(int32_t, GetEventProfilingInfo, (ocl_event, uint32_t, size_t, void *, size_t *))             \
    F(int32_t, RetainEvent, (ocl_event))                                                           \
    F(int32_t, WaitForEvents, (uint32_t, const ocl_event *))                                       \
    F(int32_t, ReleaseEvent, (ocl_event))                                                          \
    F(int32_t, Flush, (ocl_queue))                                                                 \
    F(int32_t, Finish, (ocl_queue))

struct ocl_table {
#define OCL_MEMBER(result, name, arguments) result(*name) arguments;
    OCL_FUNCTIONS(OCL_MEMBER)
#undef OCL_MEMBER
};

/* Valid after ocl_load has returned NULL. */
extern struct ocl_table ocl;

/* clGetDeviceAndHostTimer of OpenCL 2.1, or NULL. */
extern int32_t (*ocl_device_and_host_timer)(ocl_device, uint64_t *device, uint64_t *host);

/* Opens the library at path, or the system's libOpenCL when path is NULL.
 * Returns NULL, or the reason why there is none (static storage). */
const char *ocl_load(const char *path);

/* A kernel argument: the layout of driver.Arg. */
struct ocl_arg {
    uint32_t kind; /* enum ocl_arg_kind */
    uint32_t size;
    uint64_t word;
    uint64_t id;
};
enum ocl_arg_kind { OCL_ARG_BUFFER = 0, OCL_ARG_WORD = 1, OCL_ARG_BYTES = 2, OCL_ARG_HOST = 3 };

/* A kernel object and the argument values it holds. */
struct ocl_launcher;

struct ocl_lane;

struct ocl_launcher *ocl_new_launcher(ocl_kernel kernel);
void ocl_free_launcher(struct ocl_launcher *l);

/* What happens behind a launch: the values of driver.Then. */
enum ocl_then { OCL_GO_ON, OCL_AWAIT, OCL_LEAVE };

/* Sets the arguments that differ from the last launch's, enqueues and, where that is
 * wanted, waits for the queue. *call names the function that failed. */
int32_t ocl_launch(struct ocl_launcher *l, struct ocl_lane *lane, const struct ocl_arg *args,
                   uint32_t nargs, size_t groups, size_t local, enum ocl_then then,
                   const char **call);
#endif
