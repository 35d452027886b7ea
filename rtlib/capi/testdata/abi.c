/* An object of another version of the compiler.
 *
 * run: OMP2CL_INFO=0
 *   status: 1
 *   stderr: ^omp2cl: error: an object file of this program was built by a version of omp2cl that does not fit
 */
#include "unit.h"

static const struct omp2cl_unit unit = {OMP2CL_ABI_VERSION + 1, "old.c"};

int main(void) {
    omp2cl_register(&unit);
    return finish();
}
