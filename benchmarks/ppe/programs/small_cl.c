/* small_cl.c: a thousand small kernels in hand-written OpenCL, not awaited one by one. */
#include "../harness/opencl.h"

EMBED(small_text, "programs/small.cl");

enum { LOOPS = 1000 };

static cl_kernel update;

static void open(struct problem *p)
{
    cl_mem a = mem(0), b = mem(1);
    int n = p->n;
    update = kernel(small_text, "update", "");
    set(update, ARG(a), ARG(b), ARG(n), END);
}

static void run(struct problem *p)
{
    for (int step = 0; step < LOOPS; step++) {
        float keep = step > 0 ? 0.5f : 0;
        set_one(update, 3, ARG(keep));
        launch(update, p->n);
    }
}

const struct opencl small_opencl = {open, run};
