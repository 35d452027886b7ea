// Arrays that a function allocates, maps once and frees, again and again: some are read by the host, in whole
// or in part, some not, some are written before or after, some last longer; the same function, the same names.
#include "torture.h"

enum { N = 60000, ROUNDS = 120 };

static int *kept;

/* What becomes of the array depends on how; its values never do. */
static void visit(int round, int how, long n)
{
    int *a = malloc((size_t)n * sizeof *a);
    must(a != NULL);
    host_fill(a, n, round);
    dev_add(a, n, 1);
    if (how == 1)
        quiet_check("whole", host_wrong_plus(a, n, round, 1), 0);
    if (how == 2)
        quiet_check("part", host_wrong_plus(a + n / 3, 10, round, 1) != 0, VALUE(round, n / 3) != VALUE(round, 0));
    if (how == 3) {
        a[n / 2]++;
        dev_add(a, n, 1);
        a[n / 2]--;
        quiet_check("again", host_wrong_plus(a, n, round, 2), 0);
    }
    if (how == 4) {
        a = realloc(a, (size_t)n * 2 * sizeof *a);
        must(a != NULL);
        quiet_check("grown", host_wrong_plus(a, n, round, 1), 0);
        host_fill(a + n, n, round + 1);
        dev_add(a, 2 * n, 1);
        quiet_check("front", host_wrong_plus(a, n, round, 2), 0);
        quiet_check("back", host_wrong_plus(a + n, n, round + 1, 1), 0);
    }
    if (how == 5) {
        free(kept);
        kept = a;
        return;
    }
    free(a);
}

/* The same by data environments. */
static void enclosed(int round, int how, long n)
{
    int *a = malloc((size_t)n * sizeof *a);
    must(a != NULL);
    host_fill(a, n, round);
#pragma omp target enter data map(to: a[0:n])
    dev_add(a, n, 1);
    if (how == 2 && separate())
        host_fill(a, n, round + 7); /* the device has its own */
#pragma omp target exit data map(from: a[0:n])
    if (how != 1)
        quiet_check("enclosed", host_wrong_plus(a, n, round, 1), 0);
    free(a);
}

int main(void)
{
    for (int how = 0; how <= 5; how++) {
        for (int round = 0; round < ROUNDS; round++) {
            visit(round, how, N);
            if (round % 5 == 0)
                visit(round, 1 + round % 4, N + round);
            if (how < 3)
                enclosed(round, how, N);
        }
        check("rounds", how, how);
    }
    quiet_check("kept", host_wrong_plus(kept, N, ROUNDS - 1, 1), 0);
    dev_add(kept, N, 1);
    quiet_check("kept", host_wrong_plus(kept, N, ROUNDS - 1, 2), 0);
    free(kept);
    return status();
}
