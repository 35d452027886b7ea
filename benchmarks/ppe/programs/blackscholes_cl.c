/* blackscholes_cl.c: option prices in hand-written OpenCL, in vectors on a CPU. */
#include "../harness/opencl.h"

EMBED(blackscholes_text, "programs/blackscholes.cl");

static cl_kernel prices;

static void open(struct problem *p)
{
    cl_mem price = mem(0), strike = mem(1), years = mem(2), call = mem(3), put = mem(4);
    int n = device.cpu ? p->n / 16 : p->n;
    prices = kernel(blackscholes_text, "prices", "");
    set(prices, ARG(price), ARG(strike), ARG(years), ARG(call), ARG(put), ARG(n), END);
}

static void run(struct problem *p) { launch(prices, device.cpu ? p->n / 16 : p->n); }

const struct opencl blackscholes_opencl = {open, run};
