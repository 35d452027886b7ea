// Thousands of blocks of random sizes: allocated, used on the device, resized and freed in random order.
#include "torture.h"

enum { SLOTS = 64, STEPS = 3000 };
static struct { int *p; long n; int seed; } slot[SLOTS];

static void renew(dice *d, int at, int seed)
{
    free(slot[at].p);
    long n = 1 + below(d, below(d, 4) ? 3000 : 200000);
    must(slot[at].p = malloc((size_t)n * sizeof(int)));
    slot[at].n = n;
    slot[at].seed = seed;
    if (roll(d) & 1)
        host_fill(slot[at].p, n, seed);
    else
        dev_fill(slot[at].p, n, seed);
}

static void resize(dice *d, int at)
{
    long n = 1 + below(d, slot[at].n);
    must(slot[at].p = realloc(slot[at].p, (size_t)n * sizeof(int)));
    slot[at].n = n;
}

int main(void)
{
    dice d = {42};
    for (int step = 0; step < STEPS; step++) {
        int at = (int)below(&d, SLOTS);
        if (!slot[at].p || below(&d, 3) == 0)
            renew(&d, at, step);
        else if (below(&d, 5) == 0)
            resize(&d, at);
        else if (roll(&d) & 1)
            quiet_check("device", dev_wrong(slot[at].p, slot[at].n, slot[at].seed), 0);
        else
            quiet_check("host", host_wrong(slot[at].p, slot[at].n, slot[at].seed), 0);
    }
    for (int at = 0; at < SLOTS; at++)
        if (slot[at].p)
            quiet_check("at the end", host_wrong(slot[at].p, slot[at].n, slot[at].seed), 0);
    puts("many blocks");
    return status();
}
