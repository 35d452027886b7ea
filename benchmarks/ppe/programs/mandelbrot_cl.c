/* mandelbrot_cl.c: escape times in hand-written OpenCL. On a CPU sixteen points stand
 * in a vector, and there is a group for each row, so that busy rows spread. */
#include "../harness/opencl.h"

EMBED(mandelbrot_text, "programs/mandelbrot.cl");

static cl_kernel escape;

static void open(struct problem *p)
{
    cl_mem steps = mem(0);
    int n = p->n;
    escape = kernel(mandelbrot_text, "escape", "");
    set(escape, ARG(steps), ARG(n), END);
}

static void run(struct problem *p)
{
    if (device.cpu)
        launch_groups(escape, p->n, 1);
    else
        launch_cells(escape, p->n, p->n);
}

const struct opencl mandelbrot_opencl = {open, run};
