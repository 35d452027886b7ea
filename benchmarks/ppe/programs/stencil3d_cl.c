/* stencil3d_cl.c: the 7-point stencil in hand-written OpenCL. On a GPU an item walks
 * up a column of DEEP cells and keeps the cells below and above in registers. */
#include "../harness/opencl.h"

EMBED(stencil3d_text, "programs/stencil3d.cl");

enum { DEEP = 16 };

static cl_kernel sweep;

static void open(struct problem *p)
{
    cl_mem a = mem(0), b = mem(1);
    int n = p->n;
    sweep = kernel(stencil3d_text, "sweep", "-D DEEP=16");
    set(sweep, ARG(a), ARG(b), ARG(n), END);
}

static void run(struct problem *p)
{
    size_t inner = p->n - 2, columns = (inner + DEEP - 1) / DEEP;
    launch_cells(sweep, device.cpu ? inner * inner : inner * columns, inner);
}

const struct opencl stencil3d_opencl = {open, run};
