/* stencil2d_cl.c: the 5-point stencil in hand-written OpenCL. */
#include "../harness/opencl.h"

EMBED(stencil2d_text, "programs/stencil2d.cl");

static cl_kernel first, second;

static cl_kernel sweep(int n, cl_mem a, cl_mem b)
{
    cl_kernel k = kernel(stencil2d_text, "sweep", "");
    set(k, ARG(a), ARG(b), ARG(n), END);
    return k;
}

static void open(struct problem *p)
{
    first = sweep(p->n, mem(0), mem(1));
    second = sweep(p->n, mem(1), mem(2));
}

static void run(struct problem *p)
{
    launch_cells(first, p->n - 2, p->n - 2);
    launch_cells(second, p->n - 2, p->n - 2);
}

const struct opencl stencil2d_opencl = {open, run};
