// Results that the host overwrites by memcpy, memmove and memset, as a whole and in part, from results and within one.
#include "torture.h"

enum { N = 300000, M = N / 2 };
static unsigned char still[N];

/* What remains of a result around a part that was overwritten with another. */
static void check_around(const char *what, const unsigned char *p, long lo, long hi, int old, int new)
{
    long wrong = 0;
    for (long i = 0; i < N; i++)
        wrong += p[i] != (i >= lo && i < hi ? BYTE(new, i - lo) : BYTE(old, i));
    check(what, wrong, 0);
}

int main(void)
{
    unsigned char *p = malloc(N), *q = malloc(N);
    must(p && q);
    host_fill_bytes(still, N, 9);
    for (int round = 0; round < 4; round++) {
        dev_fill_bytes(p, N, round);
        memcpy(p, still, N);
        check("all, on the device", dev_wrong_bytes(p, N, 9), 0);
        dev_fill_bytes(p, N, round);
        memcpy(p + 1000, still, M);
        check_around("a part", p, 1000, 1000 + M, round, 9);
        dev_fill_bytes(p, N, round);
        dev_fill_bytes(q, N, round + 1);
        memcpy(p + 5000, q, M); /* of a result */
        dev_add_bytes(p, N, 3);
        dev_add_bytes(p, N, -3);
        check_around("of a result", p, 5000, 5000 + M, round, round + 1);
        dev_fill_bytes(p, N, round);
        memmove(p + 10000, p, M); /* within one */
        check_around("within a result", p, 10000, 10000 + M, round, round);
        dev_fill_bytes(p, N, round);
        memmove(p, p + N - M, M); /* apart */
        check("its beginning", p[M - 1], BYTE(round, N - 1));
        check("its end", p[N - 1], BYTE(round, N - 1));
        dev_fill_bytes(p, N, round);
        memset(p + 4096, 0, N - 8192);
        dev_add_bytes(p, N, 1);
        check("cleared and counted", host_count_bytes(p + 4096, N - 8192, 1), N - 8192);
        check("not cleared", p[4095], (unsigned char)(BYTE(round, 4095) + 1));
    }
    return status();
}
