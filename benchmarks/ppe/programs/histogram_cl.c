/* histogram_cl.c: the histogram in hand-written OpenCL: every group counts in local
 * memory, every item of a CPU in private memory, and adds that up at the end. */
#include "../harness/opencl.h"

EMBED(histogram_text, "programs/histogram.cl");

static cl_kernel clear, count;

static void open(struct problem *p)
{
    cl_mem bin = mem(0), data = mem(1);
    int n = p->n;
    clear = kernel(histogram_text, "clear", "");
    set(clear, ARG(bin), END);
    count = kernel(histogram_text, "count", "");
    set(count, ARG(bin), ARG(data), ARG(n), END);
}

static void run(struct problem *p)
{
    (void)p;
    launch_groups(clear, device.cpu ? 1 : 256 / LOCAL, local_size());
    launch_reduction(count);
}

const struct opencl histogram_opencl = {open, run};
