// ENV: POCL_DEVICES="pthread basic"
// Two devices with copies of one range: each reads what the other or the host wrote last.
#include "torture.h"
#include "../parts/devices.h"

enum { N = 200000 };

static void turns(int *p)
{
    for (int round = 0; round < 4; round++) {
        on(first_device);
        dev_fill(p, N, round);
        on(second_device);
        quiet_check("second reads the first's", dev_wrong(p, N, round), 0);
        dev_add(p, N, 1);
        on(first_device);
        quiet_check("first reads the second's", dev_wrong_plus(p, N, round, 1), 0);
        p[round] ^= 1;
        quiet_check("first reads the host's", dev_wrong_plus(p, N, round, 1), 1);
        on(second_device);
        quiet_check("second reads the host's", dev_wrong_plus(p, N, round, 1), 1);
        p[round] ^= 1;
        dev_add(p, N, 1);
        quiet_check("host", host_wrong_plus(p, N, round, 2), 0);
        on(first_device);
        quiet_check("first", dev_wrong_plus(p, N, round, 2), 0);
    }
}

static void froms(int *p) /* both write all of it */
{
    for (int round = 0; round < 3; round++) {
        on(first_device);
        dev_fill(p, N, round);
        on(second_device);
        dev_fill(p, N, round + 1);
        if (round & 1)
            quiet_check("the last one's", host_wrong(p, N, round + 1), 0);
        on(first_device);
        quiet_check("the last one's, on the first", dev_wrong(p, N, round + 1), 0);
        dev_fill(p, N, round + 2);
        p[9] = 0;
        on(second_device);
        quiet_check("with the host's change", dev_wrong(p, N, round + 2), 1);
    }
}

static void sections(int *p) /* halves by different devices, then across the border */
{
    long half = N / 2 + 13;
    for (int round = 0; round < 3; round++) {
        on(first_device);
        dev_fill(p, half, round);
        on(second_device);
        dev_fill(p + half, N - half, round + 1);
        dev_add(p + half - 1000, 2000, 1);
        on(first_device);
        dev_add(p, N, 1);
        quiet_check("front", host_wrong_plus(p, half - 1000, round, 1), 0);
        long wrong = 0;
        for (long i = half - 1000; i < half; i++)
            wrong += p[i] != (int)((unsigned)VALUE(round, i) + 2u);
        for (long i = half; i < N; i++)
            wrong += p[i] != (int)((unsigned)VALUE(round + 1, i - half) + (i < half + 1000 ? 2u : 1u));
        quiet_check("back", wrong, 0);
        on(second_device);
        dev_add(p, N, 1);
        quiet_check("on the second", p[0], (int)((unsigned)VALUE(round, 0) + 2u));
    }
}

static void freed(void)
{
    for (int round = 0; round < 4; round++) {
        int *p = malloc(N * sizeof *p);
        on(round & 1 ? first_device : second_device);
        dev_fill(p, N, round);
        on(round & 1 ? second_device : first_device);
        quiet_check("before free", dev_wrong(p, N, round), 0);
        free(p);
        p = malloc(N * sizeof *p);
        host_fill(p, N, round + 5);
        quiet_check("after malloc", dev_wrong(p, N, round + 5), 0);
        on(round & 1 ? first_device : second_device);
        quiet_check("after malloc, other device", dev_wrong(p, N, round + 5), 0);
        free(p);
    }
}

static int global[N];

int main(void)
{
    int *p = malloc(N * sizeof *p);
    find_devices();
    turns(p);
    turns(global);
    froms(p);
    froms(global);
    sections(p);
    sections(global);
    freed();
    puts("two devices");
    return status();
}
