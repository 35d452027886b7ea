/* opencl.h: what the hand-written OpenCL versions share. */
#ifndef PPE_OPENCL_H
#define PPE_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include "ppe.h"

/* The hand-written version of a program: open builds kernels and sets what stays;
 * run does what the program's run does, on the device's copies of the arrays. */
struct opencl {
    void (*open)(struct problem *);
    void (*run)(struct problem *);
};

/* The device that is used, and facts that versions choose by. */
struct device {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    int is_cpu;         /* whether it is a CPU */
    int cpu;            /* whether kernels have the form for CPUs */
    size_t units;       /* compute units */
    char name[256];
};
extern struct device device;

/* Forms says for which kind of device the kernels are: that of the device, or one that
 * is asked for, so that a CPU can check the kernels for GPUs. */
enum forms { FITTING, CPU_FORMS, GPU_FORMS };

/* open_device takes the number-th device of all platforms, as omp2cl counts them. */
void open_device(int number, enum forms forms);

/* EMBED(symbol, file) puts the text of a file into the program, with a zero behind it. */
#define EMBED(symbol, file)                                                    \
    extern const char symbol[];                                                \
    __asm__(".pushsection .rodata\n" #symbol ":\n.incbin \"" file "\"\n.byte 0\n.popsection")

/* kernel builds text, behind forms.cl, and returns one kernel of it. options may be "".
 * Text and options are the same in all calls. */
cl_kernel kernel(const char *text, const char *name, const char *options);

/* mem is the device's copy of the i-th array of the problem. */
cl_mem mem(int i);

/* scratch makes a buffer of the device only. */
cl_mem scratch(size_t bytes);

/* set sets the arguments of a kernel: set(k, ARG(a), ARG(n), END). */
#define ARG(v) sizeof(v), (const void *)&(v)
#define END (size_t)0
void set(cl_kernel k, ...);
void set_one(cl_kernel k, int i, size_t size, const void *v);

/* groups_for is the number of work-groups of LOCAL work-items over which EACH spreads n
 * iterations; launch starts them. */
enum { LOCAL = 256, CHUNKS = 8 };
size_t local_size(void);
size_t groups_for(size_t n);
void launch(cl_kernel k, size_t n);

/* launch_groups starts a number of groups of a local size, launch_2d a grid of them. */
void launch_groups(cl_kernel k, size_t groups, size_t local);
void launch_2d(cl_kernel k, const size_t groups[2], const size_t local[2]);

/* launch_cells starts a kernel of EACH_CELL. */
void launch_cells(cl_kernel k, size_t rows, size_t columns);

/* launch_reduction starts a kernel that leaves one value, or a few, of each of
 * reduction_groups() groups. */
size_t reduction_groups(void);
void launch_reduction(cl_kernel k);

/* sum_of fetches a double of each group of a reduction and adds them. */
double sum_of(cl_mem partial);

/* fetch waits for the kernels before it and copies from the start of a buffer. */
void fetch(cl_mem from, void *to, size_t bytes);

/* finish waits for everything. */
void finish(void);

/* upload makes buffers of a problem's arrays; download brings the outputs back. */
void upload(struct problem *p);
void download(struct problem *p);

#endif
