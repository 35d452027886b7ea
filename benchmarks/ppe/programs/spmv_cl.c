/* spmv_cl.c: CSR matrix times vector in hand-written OpenCL, for even and for skewed
 * rows. On a CPU the items' chunks of rows have about the same number of entries. On
 * a GPU a few items share a row, and a row that is too long for that gets a group. */
#include "../harness/opencl.h"

EMBED(spmv_text, "programs/spmv.cl");

enum { LANES = 8, LONG = 512 };

static cl_kernel rows, long_rows;
static size_t row_groups, longs;

static cl_mem list_long_rows(struct problem *p)
{
    const int *start = p->array[1].at;
    cl_mem list;
    int *found = p->array[0].at; /* y, which is written later, holds them for now */
    longs = 0;
    for (int i = 0; i < p->n; i++)
        if (start[i + 1] - start[i] > LONG)
            found[longs++] = i;
    cl_int status;
    list = clCreateBuffer(device.context, CL_MEM_COPY_HOST_PTR, (longs + 1) * sizeof *found, found, &status);
    return status == CL_SUCCESS ? list : NULL;
}

static void open(struct problem *p)
{
    cl_mem y = mem(0), start = mem(1), column = mem(2), value = mem(3), x = mem(4);
    int n = p->n;
    rows = kernel(spmv_text, "rows", "-D LANES=8 -D LONG=512");
    set(rows, ARG(y), ARG(start), ARG(column), ARG(value), ARG(x), ARG(n), END);
    longs = 0;
    row_groups = device.cpu ? groups_for(n) : (n + LOCAL / LANES - 1) / (LOCAL / LANES);
    if (device.cpu)
        return;
    cl_mem list = list_long_rows(p);
    long_rows = kernel(spmv_text, "long_rows", "-D LANES=8 -D LONG=512");
    set(long_rows, ARG(y), ARG(start), ARG(column), ARG(value), ARG(x), ARG(list), END);
}

static void run(struct problem *p)
{
    (void)p;
    launch_groups(rows, row_groups, local_size());
    if (longs > 0)
        launch_groups(long_rows, longs, LOCAL);
}

const struct opencl spmv_opencl = {open, run};
const struct opencl spmv_skewed_opencl = {open, run};
