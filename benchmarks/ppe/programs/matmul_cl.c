/* matmul_cl.c: the matrix product in hand-written OpenCL: tiles in local memory and a
 * block of cells for each item on a GPU, blocks of vectors on a CPU. */
#include "../harness/opencl.h"

EMBED(matmul_text, "programs/matmul.cl");

enum { TILE = 64, SIDE_ITEMS = 16 };

static cl_kernel product;

static void open(struct problem *p)
{
    cl_mem c = mem(0), a = mem(1), b = mem(2);
    int n = p->n;
    product = kernel(matmul_text, "product", "");
    set(product, ARG(c), ARG(a), ARG(b), ARG(n), END);
}

static void run(struct problem *p)
{
    size_t tiles = (p->n + TILE - 1) / TILE;
    if (device.cpu)
        launch(product, p->n / 8);
    else
        launch_2d(product, (size_t[]){tiles, tiles}, (size_t[]){SIDE_ITEMS, SIDE_ITEMS});
}

const struct opencl matmul_opencl = {open, run};
