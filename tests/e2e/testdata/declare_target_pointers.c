// Pointers that are declare target variables: mapping what they point to sets them on the
// device, for the regions and device functions of this file and of others.
// FILES: parts/pointers_user.c
#include <stdio.h>
#include <stdlib.h>

#pragma omp declare target
extern double *values;
double sum_values(int n);
static float *scales;
struct { int n; double *v; } table;
double scaled(int i) { return values[i] + scales[i]; }
double entry(int i) { return i < table.n ? table.v[i] : -1; }
#pragma omp end declare target
double region_elsewhere(int n);

int main(void)
{
    double s = 0, t = 0;
    values = malloc(10 * sizeof *values);
    scales = malloc(10 * sizeof *scales);
    for (int i = 0; i < 10; i++)
        values[i] = i, scales[i] = 2 * i;
#pragma omp target enter data map(to: values[0:10]) map(to: scales[0:10])
#pragma omp target map(tofrom: s, t)
    for (int i = 0; i < 10; i++)
        s += scaled(i), t += values[i];
    printf("%g %g\n", s, t);
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 10; i++)
        values[i] *= 2;
    printf("%g\n", region_elsewhere(10));
#pragma omp target exit data map(from: values[0:10]) map(delete: scales[0:10])
    printf("%g\n", values[9]);
    for (int k = 0; k < 2; k++) {
        free(values);
        values = malloc(8000);
        for (int i = 0; i < 1000; i++)
            values[i] = k + 1;
#pragma omp target data map(to: values[0:1000], scales[1:9])
        {
            s = t = 0;
#pragma omp target map(tofrom: s, t)
            {
                s = sum_values(1000);
                t = scaled(9);
            }
            printf("%g %g\n", s, t);
        }
    }
#pragma omp target map(tofrom: s) map(to: values[0:10], scales[0:10])
    s += scaled(3);
    printf("%g\n", s);
    table.n = 4;
    table.v = malloc(4 * sizeof(double));
    for (int i = 0; i < 4; i++)
        table.v[i] = i;
#pragma omp target update to(table.n)
#pragma omp target enter data map(to: table.v[0:4])
#pragma omp target map(tofrom: s)
    for (int i = 0; i < 5; i++)
        s += entry(i);
    printf("%g\n", s);
    return 0;
}
