/* scan_cl.c: prefix sums in hand-written OpenCL: blocks in local memory on a GPU, a
 * chunk for each item on a CPU; sums of blocks are scanned the same way. */
#include "../harness/opencl.h"

EMBED(scan_text, "programs/scan.cl");

enum { MAX_STEPS = 16, BLOCK = 4 * LOCAL };

static struct {
    cl_kernel kernel;
    size_t groups;
} step[MAX_STEPS];
static int steps;

static void add_step(cl_kernel k, size_t groups)
{
    step[steps].kernel = k;
    step[steps++].groups = groups;
}

/* On a GPU: scan blocks and keep their sums, scan those, add them. */
static void plan_blocks(int n, cl_mem from, cl_mem to)
{
    size_t blocks = ((size_t)n + BLOCK - 1) / BLOCK;
    cl_mem sums = scratch(blocks * sizeof(int));
    cl_kernel scan = kernel(scan_text, "scan_blocks", "");
    set(scan, ARG(from), ARG(to), ARG(sums), ARG(n), END);
    add_step(scan, blocks);
    if (blocks == 1)
        return;
    plan_blocks((int)blocks, sums, sums);
    cl_kernel add = kernel(scan_text, "add_before", "");
    set(add, ARG(to), ARG(sums), ARG(n), END);
    add_step(add, blocks);
}

/* On a CPU: sums of chunks, then each item adds up those before its own. */
static void plan_chunks(int n, cl_mem from, cl_mem to)
{
    size_t groups = groups_for(n);
    cl_mem sums = scratch(groups * sizeof(int));
    cl_kernel sum = kernel(scan_text, "sum_chunks", ""), scan = kernel(scan_text, "scan_chunks", "");
    set(sum, ARG(from), ARG(sums), ARG(n), END);
    set(scan, ARG(from), ARG(to), ARG(sums), ARG(n), END);
    add_step(sum, groups);
    add_step(scan, groups);
}

static void open(struct problem *p)
{
    steps = 0;
    if (device.cpu)
        plan_chunks(p->n, mem(1), mem(0));
    else
        plan_blocks(p->n, mem(1), mem(0));
}

static void run(struct problem *p)
{
    (void)p;
    for (int i = 0; i < steps; i++)
        launch_groups(step[i].kernel, step[i].groups, local_size());
}

const struct opencl scan_opencl = {open, run};
