/* kmeans_cl.c: a step of k-means in hand-written OpenCL: every item has sums of its
 * own; those of a group are added up in local memory, those of groups by the host. */
#include "../harness/opencl.h"

EMBED(kmeans_text, "programs/kmeans.cl");

enum { K = 8, D = 4, VALUES = K * (D + 1) };

static cl_kernel nearest;
static cl_mem partial;

static void open(struct problem *p)
{
    cl_mem centre = mem(0), point = mem(1), centres = mem(2);
    int n = p->n;
    partial = scratch(reduction_groups() * VALUES * sizeof(double));
    nearest = kernel(kmeans_text, "nearest", "");
    set(nearest, ARG(centre), ARG(point), ARG(centres), ARG(partial), ARG(n), END);
}

static void run(struct problem *p)
{
    double values[reduction_groups()][K][D + 1];
    launch_reduction(nearest);
    fetch(partial, values, sizeof values);
    for (int c = 0; c < K; c++) {
        double sum = 0, count = 0;
        for (size_t g = 0; g < reduction_groups(); g++) {
            sum += values[g][c][0];
            count += values[g][c][D];
        }
        p->result[c] = count > 0 ? sum / count : 0;
    }
}

const struct opencl kmeans_opencl = {open, run};
