// Reductions of arrays whose length is known at run time alone: on every construct, with every kind of operator.
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>

struct box {
    double sum;
    int count;
};
#pragma omp declare reduction(add : struct box : omp_out.sum += omp_in.sum, omp_out.count += omp_in.count) initializer(omp_priv = {0, 0})

#pragma omp declare target
static void orphaned(int n, const int *v, long *h, int m)
{
#pragma omp for reduction(+: h[1:m])
    for (int i = 0; i < n; i++)
        h[1 + v[i] % m] += v[i];
}
static long alone(int n, int m, const int *v)
{
    long h[m], sum = 0;
    for (int k = 0; k < m; k++)
        h[k] = k;
#pragma omp parallel for reduction(+: h)
    for (int i = 0; i < n; i++)
        h[i % m] += v[i];
    for (int k = 0; k < m; k++)
        sum = sum * 3 + h[k];
    return sum;
}
#pragma omp end declare target

static void print(const char *what, int m, const long *h)
{
    printf("%s:", what);
    for (int k = 0; k < m; k++)
        printf(" %ld", h[k]);
    printf("\n");
}

int main(int argc, char **argv)
{
    int n = 500, m = argc + 5, lower = argc;
    (void)argv;
    int v[n];
    long *h = malloc(10 * sizeof *h), sum = 0;
    long local[m];
    for (int i = 0; i < n; i++)
        v[i] = i * 7919 % 1009;
    for (int k = 0; k < 10; k++)
        h[k] = 1000 * k;
    for (int k = 0; k < m; k++)
        local[k] = k;
#pragma omp target teams distribute parallel for reduction(+: h[0:m]) map(tofrom: h[0:10]) map(to: v)
    for (int i = 0; i < n; i++)
        h[v[i] % m] += v[i];
    print("combined", 10, h);
#pragma omp target teams distribute parallel for reduction(-: local) reduction(+: h[lower:m - 1]) collapse(2) reduction(+: sum)
    for (int i = 0; i < n / 5; i++)
        for (int k = 0; k < 5; k++) {
            local[(i + k) % m] -= v[i * 5 + k];
            h[lower + (i + k) % (m - 1)] += 1;
            sum += v[i * 5 + k];
        }
    print("from a lower bound", 10, h);
    print("whole", m, local);
#pragma omp target teams distribute reduction(+: h[lower:m]) map(tofrom: h[0:10])
    for (int i = 0; i < n; i++)
        h[lower + i % m] += i;
    print("teams", 10, h);
#pragma omp target teams num_teams(3) reduction(max: h[0:m]) map(tofrom: h[0:10])
    {
        h[0] = 5;
#pragma omp distribute parallel for
        for (int i = 0; i < n; i++)
            if (i == n - 1)
                h[m - 1] = 777777;
    }
    print("teams around", 10, h);
#pragma omp target parallel map(tofrom: h[0:10]) reduction(^: h[:m])
    {
#pragma omp for schedule(dynamic, 3) nowait
        for (int i = 0; i < n; i++)
            h[i % m] ^= i;
    }
    print("parallel", 10, h);
#pragma omp target map(tofrom: h[0:10])
#pragma omp parallel
    {
#pragma omp for reduction(min: h[0:m]) nowait
        for (int i = 0; i < n; i++)
            if (h[i % m] > -i)
                h[i % m] = -i;
#pragma omp barrier
#pragma omp sections reduction(+: h[2:m - 2])
        {
#pragma omp section
            h[2] += 10;
#pragma omp section
            h[m - 1] += 20;
        }
        orphaned(n, v, h, m);
#pragma omp single
        h[9] = h[1];
    }
    print("worksharing", 10, h);
#pragma omp target map(tofrom: h[0:10]) map(from: sum)
    {
#pragma omp simd reduction(+: h[0:m])
        for (int i = 0; i < n; i++)
            h[i % m] += i;
        sum = alone(n, m, v);
    }
    print("simd", 10, h);
    printf("%ld\n", sum);

    double(*rows)[3] = calloc(m, sizeof *rows);
    double complex z[m];
    int truth[m];
    struct box boxes[m];
    unsigned char bytes[m];
    for (int k = 0; k < m; k++) {
        z[k] = k;
        truth[k] = k != 2;
        boxes[k] = (struct box){k, 0};
        bytes[k] = 1;
    }
#pragma omp target teams distribute parallel for reduction(+: rows[0:m][0:3], z) reduction(&&: truth) reduction(add: boxes) reduction(*: bytes)
    for (int i = 0; i < n; i++) {
        rows[i % m][i % 3] += 0.5;
        z[i % m] += i + 0.5 * i * I;
        truth[i % m] = truth[i % m] && i != 30;
        boxes[i % m].sum += i;
        boxes[i % m].count++;
        bytes[i % m] *= 3;
    }
    for (int k = 0; k < m; k++)
        printf("%g %g %g, %g %g, %d, %g %d, %d\n", rows[k][0], rows[k][1], rows[k][2], creal(z[k]), cimag(z[k]), truth[k],
               boxes[k].sum, boxes[k].count, bytes[k]);
    free(rows);
    free(h);
    return 0;
}
