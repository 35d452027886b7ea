/* omp2cl.h: the contract between code that omp2cl generates and its runtime library.
 *
 * Versioning: OMP2CL_ABI_VERSION grows with every incompatible change; a unit
 * carries the version it was generated for, and omp2cl_register refuses another.
 * Ownership:  descriptors (unit, region, item, ...) are static data of the object
 * file that registers them and stay valid until omp2cl_unregister. Values are
 * read during the call only.
 * Threading:  every function may be called from any host thread at any time.
 * Errors:     a user's mistake or a device failure under OMP_TARGET_OFFLOAD=MANDATORY
 * ends the program: one message with the construct's file and line on stderr,
 * exit status 1. Otherwise the return value says who runs the region.
 */
#ifndef OMP2CL_H
#define OMP2CL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OMP2CL_ABI_VERSION 2

/* What a list item of a construct is to the runtime (omp2cl_item.kind). The
 * kernel parameters each kind stands for are listed behind it; items stand in
 * the order of the kernel's parameters. */
enum omp2cl_kind {
    /* Data environment item, also passed to the kernel:
     * (__global char *buf, long off); buf + off is the device address that
     * corresponds to value.base. */
    OMP2CL_ARG_MAP = 1,
    /* Data environment item that the kernel does not name: no parameter. */
    OMP2CL_MAP_ONLY = 2,
    /* Scalar by value: size bytes at value.begin; one parameter of that size. */
    OMP2CL_ARG_VALUE = 3,
    /* firstprivate object of the region: the runtime allocates value.size bytes
     * of device scratch, fills them from value.begin: (buf, off). */
    OMP2CL_ARG_FIRSTPRIVATE = 4,
    /* private object of the region: as above, not filled: (buf, off). */
    OMP2CL_ARG_PRIVATE = 5,
    /* is_device_ptr, has_device_addr: value.base is a device address, or value.begin is one
     * (0: as base) and base would be if its storage reached there: (buf, off). */
    OMP2CL_ARG_DEVICE_PTR = 6,
    /* Pointer that no map clause names: a zero-length array section at
     * value.base (OpenMP 4.5, 2.15.5): (buf, off), or, when nothing that is
     * present contains the address, a null pointer with MAP_IMPLICIT, and without
     * it (firstprivate) the address as it is. */
    OMP2CL_ARG_ZERO_LENGTH = 7,
    /* Pointer attachment: the pointer object at host address value.begin (it
     * lies in storage that is present) is set, on the device, to the device
     * address that corresponds to value.base: no parameter. The section that it
     * leads to starts value.size bytes behind value.base. The device copy
     * of the pointer is never copied back over the host's. */
    OMP2CL_ATTACH = 8,
    /* target data use_device_ptr: the pointer object at value.begin (a host
     * temporary of the generated code that holds the host address) is
     * replaced by the device address: no parameter. */
    OMP2CL_USE_DEVICE_PTR = 9,
    /* Behind an ARG_MAP item of at most 8 bytes, and about it: the kernel itself can
     * give its storage the value that it has on the host, before anything else refers to
     * it. One parameter, ulong: the value's bytes, zero-extended. */
    OMP2CL_ARG_FIRST = 10,
    /* Behind an ARG_FIRST item, and about the same: whether the kernel has to. One
     * parameter, ulong: 1 if nothing has been sent to the storage, else 0. */
    OMP2CL_ARG_GIVEN = 11,
    /* target update, in front of a MAP_ONLY item: that one's bytes are the first of size
     * pieces (0: none), each (uintptr_t)base bytes behind the one before. Several, the
     * outermost first, are nested. */
    OMP2CL_ROWS = 12
};

/* Map type and modifiers (omp2cl_item.map), OpenMP 4.5, 2.15.5.1. alloc = 0. */
enum omp2cl_map {
    OMP2CL_MAP_ALLOC = 0,
    OMP2CL_MAP_TO = 1,
    OMP2CL_MAP_FROM = 2,
    OMP2CL_MAP_TOFROM = 3,
    OMP2CL_MAP_ALWAYS = 4,
    OMP2CL_MAP_RELEASE = 8,
    OMP2CL_MAP_DELETE = 16,
    OMP2CL_MAP_IMPLICIT = 32, /* from the implicit rules, not written by the user */
    /* A member of a structure of which the construct maps some members: the
     * nearest item before it without this bit is the span that holds them all
     * (mapped with type alloc, release or delete). The member's bytes are copied
     * (TO on entry, FROM on exit) exactly when this construct creates, or
     * removes, the span's storage, or when ALWAYS is set; the reference count is
     * the span's. Kind is MAP_ONLY. */
    OMP2CL_MAP_MEMBER = 64,
    /* In the items of a region (omp2cl_target), kinds ARG_MAP, MAP_ONLY and
     * ARG_ZERO_LENGTH: no code of the region, nor of a function that it calls,
     * writes through this item. Storage is unchanged by the region when every item
     * that lies in it carries the bit and the region lacks
     * OMP2CL_WRITES_ELSEWHERE: several items may lie in one piece of storage. A
     * MAP_ONLY item is written through the pointer that an ATTACH item sets; where
     * its section is empty and not present, that pointer keeps what it had, and the
     * region may write any storage. Data constructs do not carry the bit. */
    OMP2CL_MAP_READONLY = 128,
    /* A span of a structure of which no member is mapped, only sections that start
     * from pointers in it, which ATTACH items set. Those pointers are no list items:
     * target enter data and target exit data count a reference only where such a
     * span has made the storage. */
    OMP2CL_MAP_POINTERS = 256,
    /* What is not present is an error (OpenMP 5.1, 2.21.7.1). */
    OMP2CL_MAP_PRESENT = 512
};

struct omp2cl_item {
    const char *name; /* as the user wrote it: "a[0:n]" */
    uint32_t kind;    /* enum omp2cl_kind */
    uint32_t map;     /* enum omp2cl_map, for kinds that touch the data environment */
};

/* The dynamic part of an item. */
struct omp2cl_value {
    const void *base;  /* host value of the base pointer, or address of the variable */
    const void *begin; /* first byte of the section or object */
    uint64_t size;     /* bytes; 0 = zero-length section */
};

/* How the kernel uses its work-items (omp2cl_region.flags). */
enum omp2cl_form {
    OMP2CL_FORM_SEQUENTIAL = 0, /* no teams, no parallel: 1 work-group of 1 */
    OMP2CL_FORM_SPMD = 1,       /* every work-item runs the same loop over all iterations */
    OMP2CL_FORM_GENERAL = 2,    /* team-sequential code around parallel regions */
    OMP2CL_FORM_MASK = 3,
    OMP2CL_ONE_TEAM = 4,        /* target without teams: always one work-group */
    OMP2CL_NO_PARALLEL = 8,     /* teams without a parallel region: one work-item a group */
    OMP2CL_MAY_ASSERT = 16,     /* check the assertion word after the launch */
    OMP2CL_BRANCHING = 32,      /* some barrier stands in a loop or under a condition */
    /* The region may write through pointers that it loads from memory (members of
     * mapped structures whose section is no list item of the region, arrays of
     * pointers, declare target pointers), through
     * device pointers (is_device_ptr, use_device_ptr) and others whose origin the
     * compiler cannot tell, or to variables with static storage that it finds in
     * the arena; or it calls functions of other units, which may do so. Any storage
     * that is present may have changed, whatever OMP2CL_MAP_READONLY says. */
    OMP2CL_WRITES_ELSEWHERE = 64,
    /* Results do not tell how many teams and threads execute the region, but for the
     * order in which reductions are computed: where no clause fixes the numbers, the
     * runtime may launch it with any. */
    OMP2CL_ANY_LEAGUE = 128,
    /* Before the host touches memory that may be mapped, the thread executes another
     * construct of the runtime or calls omp2cl_settle. The region need not be complete
     * when omp2cl_target returns; the next construct of the thread comes behind it.
     * Without it, the host may look at all of its memory at once. */
    OMP2CL_FOLLOWED = 256,
    /* The region is one loop whose iterations share nothing, and are short or uneven:
     * threads have next to nothing to do before or behind their iterations. */
    OMP2CL_STREAMS = 512,
    /* The kernel has no parameters for the arena and the scratch buffer. */
    OMP2CL_LONE = 1024,
    /* Iterations of a region that is OMP2CL_STREAMS seem to take different time. */
    OMP2CL_UNEVEN = 2048,
    /* The region is one loop whose iterations do nothing but add to bins, which a team
     * that has enough of them gathers for itself. */
    OMP2CL_GATHERS = 4096,
    /* Threads combine many values of a reduction at once, and need registers for them. */
    OMP2CL_HEAVY = 8192,
    /* Threads that reduce load from places that other loads tell, one more of them than
     * another. */
    OMP2CL_ROAMS = 16384
};

/* One device construct. */
struct omp2cl_unit;
struct omp2cl_region {
    const struct omp2cl_unit *unit;
    const char *file;      /* user's file, as in the line markers */
    uint32_t line, column; /* of the pragma */
    const char *function;  /* enclosing host function */
    const char *construct; /* "target teams distribute parallel for" */
    const char *kernel;    /* NULL for a data construct */
    uint32_t nitems;
    const struct omp2cl_item *items;
    uint32_t flags;        /* enum omp2cl_form */
    uint32_t team_scratch; /* bytes per team the kernel wants in its scratch buffer */
    void **slot;           /* one writable word of the unit, 0 at start, the runtime's own */
};

/* The dynamic part of a launch; 0 = the clause is absent or the number unknown. */
struct omp2cl_launch {
    int64_t num_teams;
    int64_t thread_limit;
    int64_t num_threads;   /* of the outermost parallel region when the host can tell */
    uint64_t trip;         /* iterations of the distributed loop nest */
    uint64_t item_scratch; /* bytes per work-item wanted behind the team scratch; when
                              not 0, the runtime leaves in the scratch buffer, at byte 32,
                              the offset of that part and at byte 40 this number, rounded
                              up to 16 (both ulong), before the launch */
};

/* Device code. text is OpenCL C with #line directives to the user's source.
 * needs is a null-terminated list of symbols: device functions by name, and
 * variables as "@name". */
struct omp2cl_code {
    const char *symbol;    /* kernel name or (mangled) device function name */
    const char *prototype; /* functions only; "" for kernels */
    const char *text;
    const char *const *needs;
};

enum omp2cl_var_flags {
    OMP2CL_VAR_LINK = 1 /* declare target link: the arena holds a device address, set by map */
};

/* A variable with static storage that device code names. In device text it is
 * found at OMP2CL_ARENA + OMP2CL_AT_<symbol>, a macro that the runtime defines
 * (a byte offset) when it builds the program. */
struct omp2cl_var {
    const char *symbol; /* unique in the unit: name, or name and unit suffix if static */
    const char *name;   /* the user's */
    void *address;
    uint64_t size;      /* bytes; 0 = unknown here (extern T a[]) */
    uint32_t flags;
    uint32_t align;
};

/* Everything one translation unit brings. */
struct omp2cl_unit {
    uint32_t abi;        /* OMP2CL_ABI_VERSION */
    const char *file;    /* the user's main source file */
    const char *options; /* build options that follow from the host's flags,
                            e.g. "-cl-fast-relaxed-math", blank-separated */
    const char *types;   /* struct and union definitions, each behind an #ifndef guard */
    uint32_t nkernels, nfunctions, nvars, nregions;
    const struct omp2cl_code *kernels;
    const struct omp2cl_code *functions;
    const struct omp2cl_var *vars;
    const struct omp2cl_region *const *regions;
};

/* Called by a constructor and a destructor of each object file. */
void omp2cl_register(const struct omp2cl_unit *unit);
void omp2cl_unregister(const struct omp2cl_unit *unit);

/* Special device numbers. */
#define OMP2CL_DEVICE_DEFAULT (-1000) /* no device clause: default-device-var */
#define OMP2CL_DEVICE_HOST (-1001)    /* an if clause was false */

/* Runs a target region. Returns 0 when it ran on a device; 1 when the caller
 * must run its host version (no device, device(omp_get_initial_device()),
 * if(0), OMP_TARGET_OFFLOAD=DISABLED, or a kernel that cannot be built). */
int omp2cl_target(const struct omp2cl_region *region, int device,
                  const struct omp2cl_launch *launch,
                  const struct omp2cl_value *values);

/* Data constructs. On the host device they do nothing. */
void omp2cl_data_begin(const struct omp2cl_region *region, int device, const struct omp2cl_value *values);
void omp2cl_data_end(const struct omp2cl_region *region, int device, const struct omp2cl_value *values);
void omp2cl_enter_data(const struct omp2cl_region *region, int device, const struct omp2cl_value *values);
void omp2cl_exit_data(const struct omp2cl_region *region, int device, const struct omp2cl_value *values);
void omp2cl_update(const struct omp2cl_region *region, int device, const struct omp2cl_value *values);

/* Waits for what regions of the calling thread have left running, on all devices.
 * Costs next to nothing where there is nothing. */
void omp2cl_settle(void);

#ifdef __cplusplus
}
#endif
#endif
