/* An internal error: here a construct of a unit that was never registered.
 *
 * run: OMP2CL_INFO=0
 *   status: 70
 *   stdout: ^before\n$
 *   stderr: ^omp2cl: BUG: the runtime library failed: BUG: the unit of the construct at user.c:10 is not registered
 */
#include "unit.h"

static const struct omp2cl_unit unit = {OMP2CL_ABI_VERSION, "never.c"};
REGION(data, 10, "target enter data", NULL, 0, {"a", OMP2CL_MAP_ONLY, OMP2CL_MAP_TO});

int main(void) {
    int a = 0;
    struct omp2cl_value v = OF(a);
    puts("before");
    omp2cl_enter_data(&data, OMP2CL_DEVICE_DEFAULT, &v);
    return finish();
}
