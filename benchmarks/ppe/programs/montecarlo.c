/* montecarlo.c: the mean value of an option over random paths; every path has a random
 * number generator of its own. */
#include "../harness/ppe.h"

enum { STEPS = 16 };

static void setup(struct problem *p)
{
    p->n = scaled(p, 1, 1 << 20, 1 << 26);
    p->results = 1;
    p->flops = 12.0 * STEPS * p->n;
    p->tolerance = 1e-6;
}

/* Marsaglia's xorshift with 32 bits. */
static unsigned next(unsigned s)
{
    s ^= s << 13;
    s ^= s >> 17;
    return s ^ s << 5;
}

static void run(struct problem *p)
{
    int n = p->n;
    double sum = 0;
    LOOP(reduction(+: sum) MAPPED(sum))
    for (int i = 0; i < n; i++) {
        unsigned state = (unsigned)i * 2654435761u + 12345u;
        float value = 1;
        for (int step = 0; step < STEPS; step++) {
            state = next(state);
            value *= 1.0f + 0.1f * ((float)(state >> 8) * 0x1p-24f - 0.48f);
        }
        sum += value > 1 ? value - 1 : 0;
    }
    p->result[0] = sum / n;
}

const struct program SIDE(montecarlo) = {"montecarlo", "random paths, own generator", setup, run};
