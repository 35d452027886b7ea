// A structure and the flexible array at its end in one construct: they are one piece of
// storage. Arrays of no and of one element stood for such arrays before C99.
#include <stdio.h>
#include <stdlib.h>

struct flexible { int n; short k; double d[]; };
struct none { int n; int d[0]; };
struct one { long n; float d[1]; };

int main(void)
{
    struct flexible *f = malloc(sizeof *f + 10 * sizeof(double));
    struct none *z = calloc(1, sizeof *z + 10 * sizeof(int));
    int n = 11;
    struct one *o = calloc(1, sizeof *o + 10 * sizeof(float));
    f->n = z->n = o->n = 10;
    for (int i = 0; i < 10; i++)
        f->d[i] = i;
#pragma omp target map(tofrom: f[0:1], f->d[0:10])
    for (int i = 0; i < f->n; i++)
        f->d[i] *= 2;
    printf("%g\n", f->d[9]);
#pragma omp target enter data map(to: f[:1]) map(to: f->d[:10])
#pragma omp target teams distribute parallel for
    for (int i = 0; i < f->n; i++)
        f->d[i] += 1;
#pragma omp target update from(f->d[0:10])
    printf("%g\n", f->d[9]);
#pragma omp target exit data map(delete: f[:1]) map(delete: f->d[:10])
#pragma omp target map(tofrom: z[:1], z->d[:z->n]) map(to: o[0:1]) map(from: o->d[0:n])
    for (int i = 0; i < z->n; i++)
        o->d[i + 1] = z->d[i] = i * (int)o->n;
    printf("%d %g %ld\n", z->d[9], o->d[10], o->n);
    free(f);
    free(z);
    free(o);
    return 0;
}
