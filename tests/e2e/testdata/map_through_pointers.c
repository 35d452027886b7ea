// List items behind several pointers: each pointer on the way leads on, on the device too.
// HOST-DIFFERS: gcc 12's program crashes
// EXPECT: 5 0 0: 0 0 0 0 0 0 0 0 0 0
// EXPECT: 1 7 8: 0 0 100 0 0 0 0 0 0 0
// EXPECT: 9 0 0: 0 0 0 0 1 6 0 0 0 0
// EXPECT: 10 0 0: 0 0 0 0 0 0 0 0 0 0
// EXPECT: 3 5
// EXPECT: 1 20 23
// EXPECT: 72 73
#include <stdio.h>

struct in { int n; int *p; int v[4]; struct { double d[3]; } k[2]; };
struct out { int a; struct in *q; };

static int data[4][10];
static struct in inner[4];

int main(void)
{
    struct out o = {1, inner}, *s = &o;
    int i = 2, kept = 0;
    for (int k = 0; k < 4; k++)
        inner[k] = (struct in){k, data[k], {0, 1, 2, 3}, {{{0}}}};
#pragma omp target map(tofrom: o.q[1].k[1].d[0:2])
    o.q[1].k[1].d[1] = 8;
#pragma omp target map(tofrom: s->q->n)
    s->q->n += 5;
#pragma omp target map(tofrom: s->q[1].p[0:3])
    s->q[1].p[2] += 100;
#pragma omp target map(tofrom: s->q[i].p[2:3], s->q[i].n, s->q[1].v[1:2]) map(to: s->a)
    {
        s->q[i].p[4] += s->a;
        s->q[i].n = 9;
        s->q[1].v[2] = 7;
    }
#pragma omp target map(tofrom: s[0:1], s->q[0:4], s->q[i].p[0:10])
    {
        s->a = 3;
        s->q[3].n = 10;
        s->q[i].p[5] = 6;
    }
    for (int k = 0; k < 4; k++) {
        printf("%d %d %g:", inner[k].n, inner[k].v[k == 1 ? 2 : 0], inner[k].k[1].d[1]);
        for (int j = 0; j < 10; j++)
            printf(" %d", data[k][j]);
        printf("\n");
        kept += inner[k].p == data[k];
    }
    printf("%d %d\n", o.a, kept + (o.q == inner));

    int x[3] = {1, 2, 3}, *px = x, **ppx = &px, ***pppx = &ppx, *mid[2] = {NULL, x}, **table[2] = {NULL, mid};
#pragma omp target map(tofrom: pppx[0][0][0:3])
    pppx[0][0][1] = 20;
#pragma omp target data map(tofrom: table[1][1][0:3])
#pragma omp target map(tofrom: table[1][1][0:3])
    table[1][1][2] += table[1][1][1];
    printf("%d %d %d\n", x[0], x[1], x[2]);

    struct in *e = inner;
    int j = 0;
#pragma omp target map(tofrom: e[i].n, e[j].v[3]) // which comes first is known when it runs
    {
        e[i].n = 71;
        e[j].v[3] = 72;
    }
#pragma omp target map(tofrom: inner[i].n, inner[j].v[3])
    {
        inner[i].n++;
        inner[j].v[3]++;
    }
    printf("%d %d\n", inner[2].n, inner[0].v[3]);
    return 0;
}
