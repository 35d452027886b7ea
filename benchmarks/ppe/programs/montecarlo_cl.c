/* montecarlo_cl.c: random paths in hand-written OpenCL. */
#include "../harness/opencl.h"

EMBED(montecarlo_text, "programs/montecarlo.cl");

static cl_kernel paths;
static cl_mem partial;

static void open(struct problem *p)
{
    int n = p->n;
    partial = scratch(reduction_groups() * sizeof(double));
    paths = kernel(montecarlo_text, "paths", "");
    set(paths, ARG(partial), ARG(n), END);
}

static void run(struct problem *p)
{
    launch_reduction(paths);
    p->result[0] = sum_of(partial) / p->n;
}

const struct opencl montecarlo_opencl = {open, run};
