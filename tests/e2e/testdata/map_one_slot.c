// Several sections that start from one pointer of a structure, and one pointer spelled in two ways.
// HOST-DIFFERS: gcc refuses several sections of one variable
// EXPECT: 0 1 2 20 22 24 6 7
// EXPECT: 5 1 2 20 22 24 6 9
// EXPECT: 7 8
#include <stdio.h>

struct in { int n, m; };
struct out { int k; int *p; struct in *q; };

int main(void)
{
    int data[16];
    struct in inner[2] = {{1, 2}, {3, 4}};
    struct out o = {3, data, inner}, *s = &o;
    for (int i = 0; i < 16; i++)
        data[i] = i;
#pragma omp target map(to: s->p[10:3]) map(from: s->p[3:3])
    for (int i = 0; i < 3; i++)
        s->p[3 + i] = 2 * s->p[10 + i];
    for (int i = 0; i < 8; i++)
        printf("%d%c", data[i], i < 7 ? ' ' : '\n');
#pragma omp target map(to: s->k) map(tofrom: s[0].p[7:1]) map(from: s->p[0:1])
    {
        s->p[7] += s->k - 1;
        s->p[0] = 5;
    }
    for (int i = 0; i < 8; i++)
        printf("%d%c", data[i], i < 7 ? ' ' : '\n');
#pragma omp target map(tofrom: s->q->n) map(tofrom: s[0].q[1].m)
    {
        s->q->n += 6;
        s->q[1].m *= 2;
    }
    printf("%d %d\n", inner[0].n, inner[1].m);
    return 0;
}
