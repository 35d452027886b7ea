/* dot_cl.c: the scalar product in hand-written OpenCL. */
#include "../harness/opencl.h"

EMBED(dot_text, "programs/dot.cl");

static cl_kernel dot;
static cl_mem partial;

static void open(struct problem *p)
{
    cl_mem x = mem(0), y = mem(1);
    int n = p->n;
    partial = scratch(reduction_groups() * sizeof(double));
    dot = kernel(dot_text, "product", "");
    set(dot, ARG(x), ARG(y), ARG(partial), ARG(n), END);
}

static void run(struct problem *p)
{
    launch_reduction(dot);
    p->result[0] = sum_of(partial);
}

const struct opencl dot_opencl = {open, run};
