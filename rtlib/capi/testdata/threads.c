/* Host threads that offload at once: pthreads, with data of their own and data
 * that all map. */
#include "unit.h"

#include <pthread.h>

static const struct omp2cl_code kernels[] = {
    {"sum", "", "__kernel void sum(__global char *a, long a_off, __global char *c, long c_off, int n" HIDDEN "{\n"
     "    __global int *p = (__global int *)(a + a_off), *q = (__global int *)(c + c_off);\n"
     "    for (int i = get_global_id(0); i < n; i += get_global_size(0)) p[i] += q[i];\n}\n", no_needs}};
REGION(region, 10, "target", "sum", OMP2CL_FORM_SPMD, {"mine", OMP2CL_ARG_MAP, OMP2CL_MAP_TOFROM},
       {"common", OMP2CL_ARG_MAP, OMP2CL_MAP_TO}, {"n", OMP2CL_ARG_VALUE, 0});
KERNELS(kernels);

enum { THREADS = 6, ROUNDS = 60, N = 3000 };
static int common[N];

static void *work(void *arg) {
    int *mine = arg, n = N;
    struct omp2cl_value values[] = {value(mine, mine, N * sizeof *mine), OF(common), OF(n)};
    struct omp2cl_launch launch = {.trip = N};
    for (int i = 0; i < ROUNDS; i++)
        if (omp2cl_target(&region, OMP2CL_DEVICE_DEFAULT, &launch, values) != 0)
            abort();
    return NULL;
}

int main(void) {
    static int data[THREADS][N];
    pthread_t threads[THREADS];
    for (int i = 0; i < N; i++)
        common[i] = i;
    for (int t = 0; t < THREADS; t++)
        pthread_create(&threads[t], NULL, work, data[t]);
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    for (int t = 0; t < THREADS; t++)
        for (int i = 0; i < N; i++)
            if (data[t][i] != ROUNDS * i) {
                printf("data[%d][%d] = %d\n", t, i, data[t][i]);
                return 1;
            }
    return finish();
}
