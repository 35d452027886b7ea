// Device addresses reach a region in pointers that no is_device_ptr names: copied,
// mapped, in structures and arrays, and within use_device_ptr.
#include <omp.h>
#include <stdio.h>

struct part {
    double *at;
    int n;
};

static double sum(const double *x, int n)
{
    double t = 0;
#pragma omp target teams distribute parallel for reduction(+: t) map(tofrom: t)
    for (int i = 0; i < n; i++)
        t += x[i];
    return t;
}

int main(void)
{
    int device = omp_get_num_devices() > 0 ? omp_get_default_device() : omp_get_initial_device();
    double *p = omp_target_alloc(100 * sizeof *p, device), total = 0, a[10];
#pragma omp target teams distribute parallel for firstprivate(p)
    for (int i = 0; i < 100; i++)
        p[i] = i;
    double *middle = p + 50;
#pragma omp target map(tofrom: total)
    total += middle[-1] + middle[1];
    struct part s = {p + 10, 5};
#pragma omp target map(to: s) map(tofrom: total)
    for (int i = 0; i < s.n; i++)
        total += s.at[i];
    double *both[2] = {p, p + 99};
#pragma omp target map(to: p) map(tofrom: total)
    total += both[1][0] + p[7];
    for (int i = 0; i < 10; i++)
        a[i] = i + 0.5;
    double *b = a;
#pragma omp target data map(to: b[0:10]) use_device_ptr(b)
    total += sum(b, 10) * 1000;
    printf("%g %g\n", total, sum(p, 100));
    omp_target_free(p, device);
    return 0;
}
