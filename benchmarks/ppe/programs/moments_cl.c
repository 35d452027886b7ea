/* moments_cl.c: four reductions at once in hand-written OpenCL. */
#include "../harness/opencl.h"

EMBED(moments_text, "programs/moments.cl");

static cl_kernel moments;
static cl_mem partial;

static void open(struct problem *p)
{
    cl_mem x = mem(0);
    int n = p->n;
    partial = scratch(4 * reduction_groups() * sizeof(double));
    moments = kernel(moments_text, "moments", "");
    set(moments, ARG(x), ARG(partial), ARG(n), END);
}

static void run(struct problem *p)
{
    double v[reduction_groups()][4], *r = p->result;
    launch_reduction(moments);
    fetch(partial, v, sizeof v);
    for (int i = 0; i < 4; i++)
        r[i] = v[0][i];
    for (size_t g = 1; g < reduction_groups(); g++) {
        r[0] += v[g][0];
        r[1] += v[g][1];
        r[2] = v[g][2] < r[2] ? v[g][2] : r[2];
        r[3] = v[g][3] > r[3] ? v[g][3] : r[3];
    }
}

const struct opencl moments_opencl = {open, run};
