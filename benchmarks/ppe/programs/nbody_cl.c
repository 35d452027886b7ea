/* nbody_cl.c: gravity in hand-written OpenCL: bodies staged in local memory on a GPU,
 * sixteen bodies in a vector on a CPU. */
#include "../harness/opencl.h"

EMBED(nbody_text, "programs/nbody.cl");

static cl_kernel gravity;

static void open(struct problem *p)
{
    cl_mem x = mem(0), y = mem(1), z = mem(2), mass = mem(3), ax = mem(4), ay = mem(5), az = mem(6);
    int n = p->n;
    gravity = kernel(nbody_text, "gravity", "");
    set(gravity, ARG(x), ARG(y), ARG(z), ARG(mass), ARG(ax), ARG(ay), ARG(az), ARG(n), END);
}

static void run(struct problem *p) { launch(gravity, device.cpu ? p->n / 16 : p->n); }

const struct opencl nbody_opencl = {open, run};
