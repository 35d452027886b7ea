/* triad_cl.c: the triad in hand-written OpenCL. */
#include "../harness/opencl.h"

EMBED(triad_text, "programs/triad.cl");

static cl_kernel triad;

static void open(struct problem *p)
{
    cl_mem a = mem(0), b = mem(1), c = mem(2);
    double s = 3;
    int n = p->n;
    triad = kernel(triad_text, "triad", "");
    set(triad, ARG(a), ARG(b), ARG(c), ARG(s), ARG(n), END);
}

static void run(struct problem *p) { launch(triad, p->n); }

const struct opencl triad_opencl = {open, run};
