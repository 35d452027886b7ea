/* fma_cl.c: multiply and add in registers in hand-written OpenCL; on a GPU sixteen
 * items do the chains of one iteration. */
#include "../harness/opencl.h"

EMBED(fma_text, "programs/fma.cl");

static cl_kernel chains;

static void open(struct problem *p)
{
    cl_mem to = mem(0);
    int n = p->n;
    chains = kernel(fma_text, "chains", "");
    set(chains, ARG(to), ARG(n), END);
}

static void run(struct problem *p) { launch(chains, device.cpu ? p->n : 16 * p->n); }

const struct opencl fma_opencl = {open, run};
