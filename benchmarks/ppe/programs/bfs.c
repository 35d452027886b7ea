/* bfs.c: breadth-first search, level by level: a node that is not reached yet looks
 * whether one of its neighbours was reached in the level before. */
#include "../harness/ppe.h"

enum { DEPTH, START, NEIGHBOUR, FRONT, NEXT };

static void setup(struct problem *p)
{
    int n = p->n = scaled(p, 1, 1 << 18, 1 << 22);
    array(p, OUT, I32, n);
    int *start = array(p, IN, I32, n + 1);
    for (int i = 0; i < n; i++)
        start[i + 1] = start[i] + 2 + (int)(hash(9, i) % 7);
    p->m = start[n];
    int *neighbour = array(p, IN, I32, p->m);
    for (long e = 0; e < p->m; e++)
        neighbour[e] = (int)(hash(10, e) % n);
    array(p, SCRATCH, I32, n);
    array(p, SCRATCH, I32, n);
    p->bytes = 4.0 * p->m + 12.0 * n;
}

static int expand(int n, int level, const int *start, const int *neighbour, const int *front, int *depth, int *next)
{
    int more = 0;
    LOOP(reduction(|: more) MAPPED(more))
    for (int i = 0; i < n; i++) {
        int reached = 0;
        if (depth[i] < 0)
            for (int e = start[i]; e < start[i + 1] && !reached; e++)
                reached = front[neighbour[e]];
        next[i] = reached;
        if (reached)
            depth[i] = level;
        more |= reached;
    }
    return more;
}

static void run(struct problem *p)
{
    int n = p->n;
    int *depth = p->array[DEPTH].at, *front = p->array[FRONT].at, *next = p->array[NEXT].at;
    LOOP()
    for (int i = 0; i < n; i++) {
        depth[i] = i == 0 ? 0 : -1;
        front[i] = i == 0;
    }
    for (int level = 1; expand(n, level, p->array[START].at, p->array[NEIGHBOUR].at, front, depth, next); level++) {
        int *other = front;
        front = next;
        next = other;
    }
}

const struct program SIDE(bfs) = {"bfs", "breadth-first search by levels", setup, run};
