// free, then malloc of the same address with other contents: nothing stale is seen on either side.
#include "torture.h"

static const long sizes[] = {64, 5000, 70000, 1 << 20, 9 << 20};

static void *volatile escape; /* the compiler must not merge free and malloc */

/* renew frees p and allocates again, if it can be had at the same address. */
static int *renew(int *p, long n, int zeroed)
{
    escape = p;
    free(escape);
    int *again = zeroed ? calloc((size_t)n, sizeof *p) : malloc((size_t)n * sizeof *p);
    escape = again;
    must(escape);
    return escape;
}

static void uploads(long n)
{
    int *p = malloc((size_t)n * sizeof *p);
    for (int round = 1; round <= 6; round++) {
        host_fill(p, n, round);
        quiet_check("upload", dev_wrong(p, n, round), 0);
        p = renew(p, n, 0);
    }
    free(p);
}

static void results(long n)
{
    int *p = malloc((size_t)n * sizeof *p);
    for (int round = 1; round <= 6; round++) {
        dev_fill(p, n, round); /* absent when it is freed */
        p = renew(p, n, round & 1);
        if (round & 1) {
            quiet_check("zeros on the device", dev_sum(p, n), 0);
            quiet_check("zeros on the host", host_sum(p, n), 0);
        }
        host_fill(p, n, round + 10);
        quiet_check("new contents", host_wrong(p, n, round + 10), 0);
        quiet_check("new contents on the device", dev_wrong(p, n, round + 10), 0);
    }
    free(p);
}

static void halves(long n) /* a block of another size in the same place */
{
    int *p = malloc((size_t)n * sizeof *p);
    dev_fill(p, n, 1);
    escape = p;
    free(escape);
    int *a = malloc((size_t)n / 2 * sizeof *p), *b = malloc((size_t)n / 2 * sizeof *p);
    must(a && b);
    host_fill(a, n / 2, 2);
    host_fill(b, n / 2, 3);
    quiet_check("first half", dev_wrong(a, n / 2, 2), 0);
    quiet_check("second half", dev_wrong(b, n / 2, 3), 0);
    dev_add(a, n / 2, 1);
    dev_add(b, n / 2, 2);
    escape = a;
    free(escape);
    escape = b;
    quiet_check("kept half", host_wrong_plus(b, n / 2, 3, 2), 0);
    free(escape);
    p = malloc((size_t)n * sizeof *p);
    must(p);
    host_fill(p, n, 4);
    quiet_check("whole again", dev_wrong(p, n, 4), 0);
    free(p);
}

int main(void)
{
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        long n = sizes[i] / (long)sizeof(int);
        uploads(n);
        results(n);
        halves(n);
        check("size", sizes[i], sizes[i]);
    }
    return status();
}
