// s->p[0:n] where s is a pointer to the struct.
#include <stdio.h>
#include <stdlib.h>

struct vec { int n; double *p; };

static void scale(struct vec *s, double f)
{
#pragma omp target map(to: s->n) map(tofrom: s->p[0:s->n])
    for (int i = 0; i < s->n; i++)
        s->p[i] *= f;
}

int main(void)
{
    struct vec v = {15, malloc(15 * sizeof(double))};
    for (int i = 0; i < v.n; i++)
        v.p[i] = i;
    scale(&v, 2);
    scale(&v, 0.25);
    printf("%d %g %g\n", v.n, v.p[1], v.p[14]);
    free(v.p);
    return 0;
}
