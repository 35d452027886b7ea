/* The shortest program: one region, mapped arrays with a base before the
 * section, a scalar by value. */
#include "unit.h"

static const struct omp2cl_code kernels[] = {{
    "saxpy", "",
    "__kernel void saxpy(__global char *y_, long y_off, __global char *x_, long x_off, int n, float a" HIDDEN "{\n"
    "    __global float *y = (__global float *)(y_ + y_off), *x = (__global float *)(x_ + x_off);\n"
    "    for (long i = 2 + get_global_id(0); i < n; i += get_global_size(0)) y[i] += a * x[i];\n"
    "}\n",
    no_needs}};

REGION(saxpy, 12, "target teams distribute parallel for", "saxpy", OMP2CL_FORM_SPMD,
       {"y[2:n-2]", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM}, {"x[2:n-2]", OMP2CL_ARG_MAP, OMP2CL_MAP_TO},
       {"n", OMP2CL_ARG_VALUE, 0}, {"a", OMP2CL_ARG_VALUE, 0});
KERNELS(kernels);

int main(void) {
    int n = 100000;
    float a = 2, *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    for (int i = 0; i < n; i++)
        x[i] = i, y[i] = 1;
    struct omp2cl_launch launch = {.trip = n - 2};
    for (int round = 0; round < 3; round++) {
        struct omp2cl_value values[] = {value(y, y + 2, (n - 2) * sizeof *y), value(x, x + 2, (n - 2) * sizeof *x),
                                        value(&n, &n, sizeof n), value(&a, &a, sizeof a)};
        CHECK(omp2cl_target(&saxpy, OMP2CL_DEVICE_DEFAULT, &launch, values) == 0);
    }
    CHECK(y[0] == 1 && y[1] == 1);
    for (int i = 2; i < n; i++)
        if (y[i] != 1 + 6.0f * i) {
            printf("y[%d] = %g\n", i, y[i]);
            return 1;
        }
    return finish();
}
