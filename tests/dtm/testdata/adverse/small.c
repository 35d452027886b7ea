/* A small un-tuned program for runs in which something fails: few calls of
 * OpenCL, of every kind that the runtime makes. It prints a line per phase as
 * soon as the values have been checked, so that what was printed is right. */
#include "torture.h"

enum { N = 40000, LARGE = 300000 };
static int global[N];

static void passed(const char *phase, long wrong)
{
    if (wrong) {
        printf("WRONG: %s\n", phase);
        fflush(stdout);
        exit(99);
    }
    puts(phase);
    fflush(stdout);
}

int main(void)
{
    int *p = malloc(LARGE * sizeof *p), *q = malloc(N * sizeof *q), small[10];
    must(p && q);
    host_fill(p, LARGE, 1);
    passed("upload", dev_wrong(p, LARGE, 1));
    dev_add(p, LARGE, 1);
    p[5000] = VALUE(1, 5000);
    passed("host change", dev_wrong_plus(p, LARGE, 1, 1) != 1);
    passed("results", host_wrong_plus(p, LARGE, 1, 1) != 1);
    dev_fill(q, N, 2);
    dev_fill(global, N, 3);
    dev_copy(q, global, N);
    passed("copy", host_wrong(q, N, 3));
    host_fill(small, 10, 4);
    dev_add(small, 10, 2);
    passed("stack", host_wrong_plus(small, 10, 4, 2));
    free(q);
    q = calloc(N, sizeof *q);
    passed("zeros", dev_sum(q, N));
    dev_fill(p, LARGE, 5);
#pragma omp target data map(tofrom: p[0:LARGE])
    {
        dev_add(p, LARGE, 1);
#pragma omp target update from(p[0:100])
        passed("update", host_wrong_plus(p, 100, 5, 1));
        dev_add(p, LARGE, 1);
    }
    dev_fill(global, N, 6);
    passed("region", host_wrong_plus(p, LARGE, 5, 2));
    passed("left", host_wrong(global, N, 6));
    return 0;
}
