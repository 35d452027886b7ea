// enter data and exit data in different functions, the data used in between.
#include <stdio.h>
#include <stdlib.h>

struct field {
    int n;
    double *v;
};

static struct field *make(int n)
{
    struct field *f = malloc(sizeof *f);
    f->n = n;
    f->v = malloc(n * sizeof *f->v);
    double *v = f->v;
    for (int i = 0; i < n; i++)
        v[i] = i;
#pragma omp target enter data map(to: v[0:n])
    return f;
}

static void add(struct field *f, double x)
{
    double *v = f->v;
    int n = f->n;
#pragma omp target teams distribute parallel for map(alloc: v[0:n])
    for (int i = 0; i < n; i++)
        v[i] += x;
}

static void drop(double *v, int n)
{
#pragma omp target exit data map(from: v[0:n])
    v[0] *= -1;
}

int main(void)
{
    struct field *f = make(37), *g = make(5);
    add(f, 1);
    add(g, 0.5);
    add(f, 10);
    drop(g->v, g->n);
    drop(f->v, f->n);
    printf("%g %g %g %g\n", f->v[0], f->v[36], g->v[0], g->v[4]);
    free(f->v);
    free(f);
    free(g->v);
    free(g);
    return 0;
}
