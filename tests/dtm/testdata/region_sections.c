// Data regions over a part of an array that holds results, with updates of sections and bare regions beside them.
#include "torture.h"

enum { N = 100000, LO = 30001, PART = 40000 };
static int sep;

static void part_present(int *p, int lazily)
{
    if (lazily)
        dev_fill(p, N, 1);
    else
        host_fill(p, N, 1);
    int *q = p + LO;
#pragma omp target data map(tofrom: q[0:PART])
    {
        dev_add(p, LO, 1);                       /* beside what is present */
        dev_add(p + LO + PART, N - LO - PART, 1);
        quiet_check("before the part", host_wrong_plus(p, LO, 1, 1), 0);
        dev_add(q + 100, 1000, 1);               /* within it */
        quiet_check("in the part", q[100], (int)((unsigned)VALUE(1, LO + 100) + (sep ? 0u : 1u)));
        q[100] = 5;
#pragma omp target update to(q[100:1])
        dev_add(q, PART, 1);
        q[0] = 77;
        if (!sep)
            q[0] = (int)((unsigned)VALUE(1, LO) + 1u);
#pragma omp target update from(q[100:2])
        quiet_check("updated", q[100], 6);
        quiet_check("updated second", q[101], (int)((unsigned)VALUE(1, LO + 101) + 2u));
    }
    quiet_check("first of the part", q[0], (int)((unsigned)VALUE(1, LO) + 1u));
    quiet_check("last of the part", q[PART - 1], (int)((unsigned)VALUE(1, LO + PART - 1) + 1u));
    quiet_check("behind the part", q[PART], (int)((unsigned)VALUE(1, LO + PART) + 1u));
    quiet_check("all", dev_wrong_plus(p, N, 1, 1), 1000);
}

static void strided_updates(int *p)
{
    dev_fill(p, N, 2);
#pragma omp target enter data map(to: p[0:N])
    for (int k = 0; k < 50; k++) {
        long at = (long)k * 1999;
        p[at] = k;
#pragma omp target update to(p[at:1])
    }
    dev_add(p, N, 1);
    for (int k = 0; k < 50; k++) {
        long at = (long)k * 1999;
#pragma omp target update from(p[at:3])
        quiet_check("one", p[at], k + 1);
        quiet_check("next", p[at + 1], (int)((unsigned)VALUE(2, at + 1) + 1u));
        if (sep)
            quiet_check("after", p[at + 3], VALUE(2, at + 3));
    }
#pragma omp target exit data map(from: p[0:N])
    quiet_check("end", host_wrong_plus(p, N, 2, 1), 50);
}

int main(void)
{
    static int global[N];
    int *heap = malloc(N * sizeof *heap), *memory[2] = {heap, global};
    must(heap);
    sep = separate();
    for (int k = 0; k < 2; k++)
        for (int lazily = 0; lazily < 2; lazily++) {
            part_present(memory[k], lazily);
            strided_updates(memory[k]);
            check("round", k, k);
        }
    return status();
}
