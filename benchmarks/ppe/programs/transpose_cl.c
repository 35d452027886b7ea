/* transpose_cl.c: the transposition in hand-written OpenCL, by tiles. */
#include "../harness/opencl.h"

EMBED(transpose_text, "programs/transpose.cl");

static cl_kernel transpose;

static void open(struct problem *p)
{
    cl_mem to = mem(0), from = mem(1);
    int n = p->n;
    transpose = kernel(transpose_text, "transpose", "");
    set(transpose, ARG(to), ARG(from), ARG(n), END);
}

static void run(struct problem *p)
{
    size_t tiles = (p->n + 31) / 32;
    if (device.cpu)
        launch(transpose, p->n / 16);
    else
        launch_2d(transpose, (size_t[]){tiles, tiles}, (size_t[]){32, 8});
}

const struct opencl transpose_opencl = {open, run};
