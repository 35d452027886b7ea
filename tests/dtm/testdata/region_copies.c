// Inside a data region host and device have copies of their own: neither sees the other's writes until update or the end.
#include "torture.h"

enum { N = 100000 };
static int sep;

static long on_device(const int *p, int seed, int k) { return dev_wrong_plus(p, N, seed, k); }

/* before: 0 the host wrote p last, 1 the device did, 2 the device did and the host has looked at a part. */
static void tofrom(int *p, int before)
{
    if (before == 0)
        host_fill(p, N, 1);
    else
        dev_fill(p, N, 1);
    if (before == 2)
        quiet_check("a look", p[N / 2], VALUE(1, N / 2));
#pragma omp target data map(tofrom: p[0:N])
    {
        quiet_check("entered", on_device(p, 1, 0), 0);
        quiet_check("the host's", host_wrong(p, N, 1), 0);
        dev_add(p, N, 5);
        quiet_check("the host's old value", host_wrong_plus(p, N, 1, sep ? 0 : 5), 0);
        quiet_check("the device's", on_device(p, 1, 5), 0);
        host_fill(p, N, 2);
        quiet_check("host writes are the host's", sep ? on_device(p, 1, 5) : on_device(p, 2, 0), 0);
        quiet_check("the host reads them", host_wrong(p, N, 2), 0);
#pragma omp target update from(p[0:10])
        quiet_check("updated", host_wrong_plus(p, 10, sep ? 1 : 2, sep ? 5 : 0), 0);
        quiet_check("beside it", p[10], VALUE(2, 10));
        p[20] = 77;
#pragma omp target update to(p[20:1])
        quiet_check("one element up", on_device(p, sep ? 1 : 2, sep ? 5 : 0), sep ? 1 : 1);
        dev_add(p, N, 1);
        host_fill(p + 1000, N - 1000, 3);
    }
    if (sep) {
        quiet_check("at the end", host_wrong_plus(p, N, 1, 6), 1);
        quiet_check("the element", p[20], 78);
        quiet_check("at the end, on the device", on_device(p, 1, 6), 1);
    }
    dev_fill(p, N, 4);
    quiet_check("after the region", host_wrong(p, N, 4), 0);
}

static void to(int *p, int before) /* what the device writes is dropped at the end */
{
    if (before)
        dev_fill(p, N, 1);
    else
        host_fill(p, N, 1);
#pragma omp target data map(to: p[0:N])
    {
        dev_add(p, N, 5);
        quiet_check("to: the device's", on_device(p, 1, 5), 0);
        quiet_check("to: the host's", host_wrong_plus(p, N, 1, sep ? 0 : 5), 0);
    }
    quiet_check("to: dropped", host_wrong_plus(p, N, 1, sep ? 0 : 5), 0);
    quiet_check("to: sent again", on_device(p, 1, sep ? 0 : 5), 0);
#pragma omp target data map(to: p[0:N])
    {
        dev_add(p, N, 5);
        p[3]++;
    }
    quiet_check("to: one change", host_wrong_plus(p, N, 1, sep ? 0 : 10), 1);
    quiet_check("to: one change, sent", on_device(p, 1, sep ? 0 : 10), 1);
}

static void from(int *p, int before)
{
    if (before)
        dev_fill(p, N, 1);
    else
        host_fill(p, N, 1);
#pragma omp target data map(from: p[0:N])
    {
        p[5] = 50;
        dev_fill(p, N, 6);
        if (sep) {
            quiet_check("from: the host's", p[5], 50);
            quiet_check("from: the host's other", p[6], VALUE(1, 6));
        }
        host_fill(p, N / 2, 7);
        if (!sep)
            dev_fill(p, N, 6);
    }
    quiet_check("from: the device's", host_wrong(p, N, 6), 0);
    quiet_check("from: on the device", on_device(p, 6, 0), 0);
}

int main(void)
{
    static int global[N];
    int *heap = malloc(N * sizeof *heap), stack[N];
    must(heap);
    sep = separate();
    int *memory[3] = {heap, global, stack};
    for (int before = 0; before < 3; before++)
        for (int k = 0; k < 3; k++) {
            tofrom(memory[k], before);
            to(memory[k], before);
            from(memory[k], before);
            check("round", before * 3 + k, before * 3 + k);
        }
    return status();
}
