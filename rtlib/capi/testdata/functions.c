/* Two translation units in one file: a kernel that calls a device function of
 * the other unit, types of both, and a variable that both register. */
#include "unit.h"

static int shared_variable = 10;
static const char *const kernel_needs[] = {"outer", "@shared_variable", NULL};
static const char *const outer_needs[] = {"inner", "@shared_variable", NULL};
static const struct omp2cl_code kernels[] = {
    {"call", "", "__kernel void call(__global char *a, long a_off" HIDDEN "{\n"
     "    struct pair p = {4, 5};\n"
     "    *(__global int *)(a + a_off) = outer(p, omp2cl_arena) + *(__global int *)(omp2cl_arena + OMP2CL_AT_shared_variable);\n}\n",
     kernel_needs}};
static const struct omp2cl_code functions[] = {
    {"outer", "int outer(struct pair p, __global char *arena);",
     "int outer(struct pair p, __global char *arena)\n{\n"
     "    struct other o; o.x = p.a;\n"
     "    return inner(o.x, p.b) + *(__global int *)(arena + OMP2CL_AT_shared_variable);\n}\n", outer_needs},
    {"inner", "int inner(int a, int b);", "int inner(int a, int b) { return a * 100 + b; }\n", no_needs}};
static const struct omp2cl_var vars[] = {{"shared_variable", "shared_variable", &shared_variable, sizeof shared_variable, 0, 4}};
#define PAIR "#ifndef HAVE_pair\n#define HAVE_pair\nstruct pair { int a, b; };\n#endif\n"
static const struct omp2cl_unit second = {OMP2CL_ABI_VERSION, "second.c", "", PAIR "struct other { int x; };\n", 0, 2, 1, 0,
                                          NULL, functions, vars, NULL};
static const struct omp2cl_unit unit = {OMP2CL_ABI_VERSION, "first.c", "-cl-fast-relaxed-math", PAIR, 1, 0, 1, 0,
                                        kernels, NULL, vars, NULL};
__attribute__((constructor)) static void begin(void) {
    omp2cl_register(&unit);
    omp2cl_register(&second);
}
REGION(region, 10, "target", "call", OMP2CL_FORM_SEQUENTIAL, {"a", OMP2CL_ARG_MAP, OMP2CL_MAP_FROM});

int main(void) {
    int a = 0;
    struct omp2cl_value v = OF(a);
    CHECK(omp2cl_target(&region, OMP2CL_DEVICE_DEFAULT, &any_size, &v) == 0);
    CHECK(a == 425);
    return finish();
}
