// Sections of one array over time: tiles then whole, whole then tiles, growing, shrinking, windows that move, strides.
#include "torture.h"

enum { N = 120000 };

/* A model: what every element must be. */
static unsigned model[N];

static void add(int *p, long lo, long n, int k)
{
    dev_add(p + lo, n, k);
    for (long i = lo; i < lo + n; i++)
        model[i] += (unsigned)k;
}

static void host(int *p, long i, int k)
{
    p[i] = k;
    model[i] = (unsigned)k;
}

static long wrong(const int *p)
{
    long count = 0;
    for (long i = 0; i < N; i++)
        count += (unsigned)p[i] != model[i];
    return count;
}

static void start(int *p, int seed)
{
    host_fill(p, N, seed);
    for (long i = 0; i < N; i++)
        model[i] = (unsigned)VALUE(seed, i);
}

static void sequences(int *p)
{
    start(p, 1);
    for (long lo = 0; lo < N; lo += N / 8)
        add(p, lo, N / 8, (int)(lo / 1000 + 1));
    add(p, 0, N, 3);
    host(p, N / 3, 5);
    add(p, 0, N, 1);
    quiet_check("tiles, then whole", wrong(p), 0);
    add(p, 0, N, 2);
    for (long lo = 0; lo + 7777 < N; lo += 7777) {
        add(p, lo, 7777, 1);
        host(p, lo, 7);
    }
    quiet_check("whole, then tiles", wrong(p), 0);
    for (long n = 1; n < N; n = n * 2 + 1) {
        add(p, 0, n, 1);
        host(p, n, 9);
    }
    quiet_check("growing", wrong(p), 0);
    for (long n = N; n > 0; n = n / 2 - 1)
        add(p, 0, n, 1);
    quiet_check("shrinking", wrong(p), 0);
    for (long n = N; n > 2000; n -= 4001)
        add(p, (N - n) / 2, n, 1);
    for (long lo = 0; lo + 30000 <= N; lo += 1111) {
        add(p, lo, 30000, 1);
        if (lo % 3 == 0)
            host(p, lo + 100, 3);
    }
    quiet_check("windows", wrong(p), 0);
    for (long lo = N - 20000; lo >= 0; lo -= 997)
        add(p, lo, 20000, 1);
    add(p, 0, N, 1);
    quiet_check("windows backward", wrong(p), 0);
    for (long lo = 0; lo + 50 <= N; lo += 5000)
        add(p, lo, 50, 1);
    add(p, 100, N - 200, 1);
    for (long lo = 2500; lo + 3000 <= N; lo += 5000)
        add(p, lo, 3000, 1);
    quiet_check("with gaps", wrong(p), 0);
}

int main(void)
{
    static int global[N];
    int *heap = malloc(N * sizeof *heap), *inner = malloc((N + 777) * sizeof *heap);
    must(heap && inner);
    for (int round = 0; round < 3; round++) {
        sequences(heap);
        sequences(global);
        sequences(inner + 777);
        check("round", round, round);
    }
    return status();
}
