#include "chain.h"

void shift(int *out, const int *in, long n)
{
    for (long i = 0; i < n; i++)
        out[i] = in[(i + 17) % n];
}

void run_step(grid *g, const step *s)
{
    s->work(g->next, g->now, g->n);
    int *last = g->now;
    g->now = g->next;
    g->next = last;
}

void run_steps(grid *g, int from, int to)
{
    if (to - from == 1) {
        run_step(g, &g->steps[from % g->count]);
        return;
    }
    run_steps(g, from, (from + to) / 2);
    run_steps(g, (from + to) / 2, to);
}
