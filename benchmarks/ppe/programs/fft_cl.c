/* fft_cl.c: the butterfly passes in hand-written OpenCL. */
#include "../harness/opencl.h"

EMBED(fft_text, "programs/fft.cl");

enum { MAX_PASSES = 32 };

static cl_kernel pass[MAX_PASSES];
static int passes;

static void open(struct problem *p)
{
    cl_mem re[3] = {mem(0), mem(4), mem(6)}, im[3] = {mem(1), mem(5), mem(7)}, cosine = mem(2), sine = mem(3);
    int n = p->n, from = 0, to = 1;
    passes = 0;
    for (int m = 1; m < n; m *= 2) {
        cl_kernel k = pass[passes++] = kernel(fft_text, "butterflies", "");
        set(k, ARG(n), ARG(m), ARG(re[from]), ARG(im[from]), ARG(cosine), ARG(sine), ARG(re[to]), ARG(im[to]), END);
        from = to;
        to = 3 - to;
    }
}

static void run(struct problem *p)
{
    for (int i = 0; i < passes; i++)
        launch(pass[i], p->n / 2);
}

const struct opencl fft_opencl = {open, run};
