package codegen

// abiVersion is OMP2CL_ABI_VERSION of the header that abiText follows.
const abiVersion = 2

// abiText declares what generated host code uses of the runtime's header
// (rtlib/capi/omp2cl.h): the same layouts and functions under names of our own, so
// that generated code needs no include path and a user's file may include the
// header itself. The functions keep their symbols. A test compares the two.
const abiText = `struct __omp2cl_item {
    const char *name;
    unsigned int kind;
    unsigned int map;
};
struct __omp2cl_value {
    const void *base;
    const void *begin;
    unsigned long size;
};
struct __omp2cl_unit;
struct __omp2cl_region {
    const struct __omp2cl_unit *unit;
    const char *file;
    unsigned int line, column;
    const char *function;
    const char *construct;
    const char *kernel;
    unsigned int nitems;
    const struct __omp2cl_item *items;
    unsigned int flags;
    unsigned int team_scratch;
    void **slot;
};
struct __omp2cl_launch {
    long num_teams;
    long thread_limit;
    long num_threads;
    unsigned long trip;
    unsigned long item_scratch;
};
struct __omp2cl_code {
    const char *symbol;
    const char *prototype;
    const char *text;
    const char *const *needs;
};
struct __omp2cl_var {
    const char *symbol;
    const char *name;
    void *address;
    unsigned long size;
    unsigned int flags;
    unsigned int align;
};
struct __omp2cl_unit {
    unsigned int abi;
    const char *file;
    const char *options;
    const char *types;
    unsigned int nkernels, nfunctions, nvars, nregions;
    const struct __omp2cl_code *kernels;
    const struct __omp2cl_code *functions;
    const struct __omp2cl_var *vars;
    const struct __omp2cl_region *const *regions;
};
void __omp2cl_register(const struct __omp2cl_unit *unit) __asm__("omp2cl_register");
void __omp2cl_unregister(const struct __omp2cl_unit *unit) __asm__("omp2cl_unregister");
int __omp2cl_target(const struct __omp2cl_region *region, int device, const struct __omp2cl_launch *launch, const struct __omp2cl_value *values) __asm__("omp2cl_target");
void __omp2cl_data_begin(const struct __omp2cl_region *region, int device, const struct __omp2cl_value *values) __asm__("omp2cl_data_begin");
void __omp2cl_data_end(const struct __omp2cl_region *region, int device, const struct __omp2cl_value *values) __asm__("omp2cl_data_end");
void __omp2cl_enter_data(const struct __omp2cl_region *region, int device, const struct __omp2cl_value *values) __asm__("omp2cl_enter_data");
void __omp2cl_exit_data(const struct __omp2cl_region *region, int device, const struct __omp2cl_value *values) __asm__("omp2cl_exit_data");
void __omp2cl_update(const struct __omp2cl_region *region, int device, const struct __omp2cl_value *values) __asm__("omp2cl_update");
void __omp2cl_settle(void) __asm__("omp2cl_settle");
`
