/* floyd_warshall_cl.c: shortest paths in hand-written OpenCL, a launch for each k. */
#include "../harness/opencl.h"

EMBED(floyd_warshall_text, "programs/floyd_warshall.cl");

static cl_kernel copy, relax;

static void open(struct problem *p)
{
    cl_mem distance = mem(0), weight = mem(1);
    int n = p->n, cells = n * n;
    copy = kernel(floyd_warshall_text, "copy", "");
    set(copy, ARG(distance), ARG(weight), ARG(cells), END);
    relax = kernel(floyd_warshall_text, "relax", "");
    set(relax, ARG(distance), ARG(n), END);
}

static void run(struct problem *p)
{
    launch(copy, (size_t)p->n * p->n);
    for (int k = 0; k < p->n; k++) {
        set_one(relax, 2, ARG(k));
        launch_cells(relax, p->n, p->n);
    }
}

const struct opencl floyd_warshall_opencl = {open, run};
