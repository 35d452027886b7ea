// What OpenMP itself writes: reductions, lastprivate, linear, atomics, critical.
#include <stdlib.h>

struct pair { int *p; int n; };

void openmp(int n, int *a, int *b, double *h, double sum, int last, int where, int *shared, struct pair *pairs)
{
    //= a
#pragma omp target teams distribute parallel for map(a[0:n]) reduction(+: h[0:8])
    for (int i = 0; i < n; i++)
        h[i & 7] += a[i];
    //= a
#pragma omp target parallel for lastprivate(last) map(last) map(a[0:n])
    for (int i = 0; i < n; i++)
        last = a[i];
    //= a
#pragma omp target map(where) map(a[0:n], b[0:n])
#pragma omp simd linear(where: 2)
    for (int i = 0; i < n; i++) {
        b[i] = a[i] + where;
        where += 2;
    }
    //= a
#pragma omp target parallel map(a[0:n], b[0:n])
    {
        int t;
#pragma omp atomic capture
        t = b[0]++;
#pragma omp atomic write
        b[a[0]] = t;
    }
    //= a b
#pragma omp target parallel map(a[0:n], b[0:n])
    {
        int t;
#pragma omp atomic read
        t = a[0];
        (void)(t + b[0]);
    }
    //= a
#pragma omp target teams map(a[0:n]) map(sum)
    {
        double mine = 0;
#pragma omp distribute parallel for reduction(+: mine)
        for (int i = 0; i < n; i++)
            mine += a[i];
#pragma omp parallel
        {
#pragma omp critical
            sum += mine;
        }
    }
    // A pointer that the threads of a team share, changed by one of them: the
    // order of statements does not count.
    //=
#pragma omp target map(a[0:n], b[0:n])
    {
        int *p = b;
#pragma omp parallel num_threads(4)
        {
#pragma omp single
            p = a;
            p[0] = b[0];
        }
    }
    // firstprivate pointers and records with pointers.
    //= a
#pragma omp target teams distribute parallel for firstprivate(b) map(a[0:n])
    for (int i = 0; i < n; i++)
        b[i] = a[i];
    //= a
#pragma omp target parallel map(a[0:n], b[0:n])
    {
        int *p = b;
#pragma omp for firstprivate(p)
        for (int i = 0; i < n; i++)
            p[i] = a[i];
    }
    //= a
#pragma omp target map(a[0:n], b[0:n])
    {
        struct pair s = {b, 1};
#pragma omp parallel for firstprivate(s)
        for (int i = 0; i < n; i++)
            s.p[i] = a[i];
    }
    //= a
#pragma omp target map(a[0:n], b[0:n])
#pragma omp parallel sections
    {
#pragma omp section
        b[0] = a[0];
#pragma omp section
        b[1] = a[1];
    }
    // The pointer itself changes in the region.
    //= b
#pragma omp target parallel map(b[0:n]) firstprivate(a)
    {
#pragma omp single
        a = a + 1;
        a[0] = b[0];
    }
    // Two sections of one array are reached through one parameter.
    //=
#pragma omp target map(to: a[0:4]) map(from: a[4:4])
    a[4] = a[0];
    // A length that depends on the run.
    //= a
#pragma omp target map(a[0:n], b[0:n])
    {
        int v[n], *w[n];
        for (int i = 0; i < n; i++) {
            v[i] = a[i];
            w[i] = v + i;
        }
        b[0] = *w[0];
    }
}
