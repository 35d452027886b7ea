// A bare map(to) whose kernel writes all the same: the writes are dropped, and the next region gets the host's value.
#include "torture.h"

enum { N = 100000 };

static void scribbles_on_input(int *out, int *in, int k)
{
#pragma omp target teams distribute parallel for map(to: in[0:N]) map(from: out[0:N])
    for (int i = 0; i < N; i++) {
        in[i] = (int)((unsigned)in[i] + (unsigned)k);
        out[i] = in[i];
    }
}

static void through_a_pointer(int *in, int k)
{
#pragma omp target teams distribute parallel for map(to: in[0:N])
    for (int i = 0; i < N; i++) {
        int *p = in + i;
        *p = k;
    }
}

static long rounds(int *in, int *out, int sep)
{
    long wrong = 0;
    unsigned added = 0;
    for (int round = 0; round < 6; round++) {
        if (round == 0)
            host_fill(in, N, 1);
        if (round == 3) {
            dev_fill(in, N, 1); /* the value is on the device when it is mapped to */
            added = 0;
        }
        scribbles_on_input(out, in, 7);
        added += sep ? 0 : 7;
        wrong += host_wrong_plus(out, N, 1, (int)(sep ? 7 : added));
        wrong += dev_wrong_plus(in, N, 1, (int)added);
        if (round & 1)
            wrong += host_wrong_plus(in, N, 1, (int)added);
        through_a_pointer(in, 3);
        if (!sep)
            dev_fill(in, N, 1);
        added = 0;
        wrong += host_wrong(in, N / 2, 1);
        wrong += dev_wrong(in, N, 1);
    }
    return wrong;
}

int main(void)
{
    static int a[N], b[N];
    int sep = separate(), *p = malloc(N * sizeof *p), *q = malloc(N * sizeof *q);
    must(p && q);
    check("heap", rounds(p, q, sep), 0);
    check("globals", rounds(a, b, sep), 0);
    return status();
}
