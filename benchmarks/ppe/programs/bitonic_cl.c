/* bitonic_cl.c: the sorting network in hand-written OpenCL: steps that stay within a
 * block of keys are done together, in local memory on a GPU. */
#include "../harness/opencl.h"

EMBED(bitonic_text, "programs/bitonic.cl");

static cl_kernel copy, exchange, block_steps;
static int block;

static void open(struct problem *p)
{
    cl_mem key = mem(0), start = mem(1);
    int n = p->n;
    block = device.cpu ? (n < 4096 ? n : 4096) : 2 * LOCAL;
    copy = kernel(bitonic_text, "copy", "");
    set(copy, ARG(key), ARG(start), ARG(n), END);
    exchange = kernel(bitonic_text, "exchange", "");
    set(exchange, ARG(key), ARG(n), END);
    block_steps = kernel(bitonic_text, "block_steps", "");
    set(block_steps, ARG(key), ARG(n), ARG(block), END);
}

/* The steps for sizes from first to last that stay within blocks. */
static void do_block_steps(int n, int first, int last)
{
    set_one(block_steps, 3, ARG(first));
    set_one(block_steps, 4, ARG(last));
    if (device.cpu)
        launch(block_steps, n / block);
    else
        launch_groups(block_steps, n / block, LOCAL);
}

static void run(struct problem *p)
{
    int n = p->n;
    launch(copy, n);
    do_block_steps(n, 2, block);
    for (int size = 2 * block; size <= n; size *= 2) {
        for (int distance = size / 2; distance >= block; distance /= 2) {
            set_one(exchange, 2, ARG(size));
            set_one(exchange, 3, ARG(distance));
            launch(exchange, n / 2);
        }
        do_block_steps(n, size, size);
    }
}

const struct opencl bitonic_opencl = {open, run};
