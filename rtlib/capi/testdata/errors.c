/* Mistakes that end the program.
 *
 * run: CASE=overlap
 *   status: 1
 *   stdout: ^printed before$
 *   stderr: ^user.c:20:9: error: 'a\[2:4\]' at \[0x[0-9a-f]+, 0x[0-9a-f]+\) of 16 bytes is only partly present on device 0 .*: 'a\[0:4\]' of user.c:10:9, at \[0x[0-9a-f]+, 0x[0-9a-f]+\) of 16 bytes, overlaps it$
 *   stderr: ^user.c:20:9: note: 
 * run: CASE=memory OMP2CL_HOST_MEMORY=separate
 *   status: 1
 *   stderr: ^user.c:20:9: error: variable 'a\[2:4\]' \(64.0 TiB\) could not be allocated on device 0 .*: CL_\w+ \(clCreateBuffer\)$
 *   stderr: ^user.c:20:9: note: 
 * run: CASE=device_ptr OMP2CL_HOST_MEMORY=separate
 *   status: 1
 *   stderr: ^user.c:30:9: error: is_device_ptr: 0x123456 in 'p' is not an address of device 0
 * run: CASE=number OMP_TARGET_OFFLOAD=mandatory
 *   status: 1
 *   stderr: ^user.c:30:9: error: 'target' cannot run on a device: there is no device 77
 * run: CASE=number
 * run: CASE=initial OMP_TARGET_OFFLOAD=mandatory
 * run: CASE=free
 *   status: 1
 *   stderr: ^omp2cl: error: omp_target_free: 0x123456 was not allocated on device 0
 */
#include "unit.h"

extern void omp_target_free(void *, int);
extern int omp_get_initial_device(void);

static const struct omp2cl_code kernels[] = {INCREMENT};
REGION(first, 10, "target enter data", NULL, 0, {"a[0:4]", OMP2CL_MAP_ONLY, OMP2CL_MAP_TO});
REGION(second, 20, "target enter data", NULL, 0, {"a[2:4]", OMP2CL_MAP_ONLY, OMP2CL_MAP_TO});
REGION(pointer, 30, "target", "increment", OMP2CL_FORM_SPMD, {"p", OMP2CL_ARG_DEVICE_PTR, 0}, {"n", OMP2CL_ARG_VALUE, 0});
KERNELS(kernels);

static void at_exit(void) {
    int a[8];
    struct omp2cl_value v = OF(a);
    omp2cl_enter_data(&first, OMP2CL_DEVICE_DEFAULT, &v); /* must not hang */
}

int main(void) {
    const char *which = getenv("CASE");
    int a[8] = {0}, n = 0;
    struct omp2cl_value v;
    if (strcmp(which, "overlap") == 0) {
        atexit(at_exit);
        printf("printed before");
        v = value(a, a, 4 * sizeof *a);
        omp2cl_enter_data(&first, OMP2CL_DEVICE_DEFAULT, &v);
        v = value(a, a + 2, 4 * sizeof *a);
        omp2cl_enter_data(&second, OMP2CL_DEVICE_DEFAULT, &v);
    } else if (strcmp(which, "memory") == 0) {
        v = value(a, a, (size_t)1 << 46);
        omp2cl_enter_data(&second, OMP2CL_DEVICE_DEFAULT, &v);
    } else if (strcmp(which, "free") == 0) {
        omp_target_free((void *)0x123456, 0);
    } else {
        struct omp2cl_value values[] = {value((void *)0x123456, (void *)0x123456, 0), OF(n)};
        int device = strcmp(which, "number") == 0 ? 77 : strcmp(which, "initial") == 0 ? omp_get_initial_device() : 0;
        CHECK(omp2cl_target(&pointer, device, &any_size, values) == 1);
    }
    return finish();
}
