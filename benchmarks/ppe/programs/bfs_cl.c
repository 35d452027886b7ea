/* bfs_cl.c: breadth-first search in hand-written OpenCL. */
#include "../harness/opencl.h"

EMBED(bfs_text, "programs/bfs.cl");

static cl_kernel begin, expand[2];
static cl_mem more;

static void open(struct problem *p)
{
    cl_mem depth = mem(0), start = mem(1), neighbour = mem(2), side[2] = {mem(3), mem(4)};
    int n = p->n;
    more = scratch(sizeof(int));
    begin = kernel(bfs_text, "begin", "");
    set(begin, ARG(depth), ARG(side[0]), ARG(more), ARG(n), END);
    for (int turn = 0; turn < 2; turn++) {
        cl_kernel k = expand[turn] = kernel(bfs_text, "expand", "");
        set(k, ARG(start), ARG(neighbour), ARG(side[turn]), ARG(depth), ARG(side[1 - turn]), ARG(more),
            ARG(n), END);
    }
}

/* more holds the last level that reached a node. */
static void run(struct problem *p)
{
    launch(begin, p->n);
    int level = 0, last;
    do {
        level++;
        cl_kernel k = expand[(level - 1) % 2];
        set_one(k, 7, ARG(level));
        launch(k, p->n);
        fetch(more, &last, sizeof last);
    } while (last == level);
}

const struct opencl bfs_opencl = {open, run};
