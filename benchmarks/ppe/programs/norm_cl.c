/* norm_cl.c: the Euclidean norm in hand-written OpenCL. */
#include <math.h>

#include "../harness/opencl.h"

EMBED(norm_text, "programs/norm.cl");

static cl_kernel squares;
static cl_mem partial;

static void open(struct problem *p)
{
    cl_mem x = mem(0);
    int n = p->n;
    partial = scratch(reduction_groups() * sizeof(double));
    squares = kernel(norm_text, "squares", "");
    set(squares, ARG(x), ARG(partial), ARG(n), END);
}

static void run(struct problem *p)
{
    launch_reduction(squares);
    p->result[0] = sqrt(sum_of(partial));
}

const struct opencl norm_opencl = {open, run};
