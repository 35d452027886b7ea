// Pointers to stack arrays, to members and to elements of other arrays as bases.
#include <stdio.h>

struct box { int pad; double v[6]; };

int main(void)
{
    int stack[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    struct box boxes[3] = {{1, {1, 2, 3, 4, 5, 6}}, {2, {7}}, {3, {8}}};
    int *p = &stack[3];
    double *q = boxes[0].v + 1;
    struct box *b = &boxes[1];
#pragma omp target map(tofrom: p[0:4]) map(to: q[0:3]) map(tofrom: b[0:2])
    {
        for (int i = 0; i < 4; i++)
            p[i] += (int)q[i % 3] * 10;
        b->v[1] = b[1].v[0];
        (b + 1)->pad = -3;
    }
    for (int i = 0; i < 10; i++)
        printf("%d ", stack[i]);
    printf("%g %d\n", boxes[1].v[1], boxes[2].pad);
    return 0;
}
