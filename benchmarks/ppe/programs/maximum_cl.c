/* maximum_cl.c: the largest magnitude in hand-written OpenCL. */
#include "../harness/opencl.h"

EMBED(maximum_text, "programs/maximum.cl");

static cl_kernel largest;
static cl_mem partial;

static void open(struct problem *p)
{
    cl_mem x = mem(0);
    int n = p->n;
    partial = scratch(reduction_groups() * sizeof(float));
    largest = kernel(maximum_text, "largest", "");
    set(largest, ARG(x), ARG(partial), ARG(n), END);
}

static void run(struct problem *p)
{
    float values[reduction_groups()], most = 0;
    launch_reduction(largest);
    fetch(partial, values, sizeof values);
    for (size_t i = 0; i < reduction_groups(); i++)
        most = values[i] > most ? values[i] : most;
    p->result[0] = most;
}

const struct opencl maximum_opencl = {open, run};
