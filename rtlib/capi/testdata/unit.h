/* unit.h: helpers for units written by hand: what the compiler would generate. */
#ifndef UNIT_H
#define UNIT_H

#include "../omp2cl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* The hidden parameters of every kernel. */
#define HIDDEN ", __global char *omp2cl_arena, __global char *omp2cl_scratch)\n"

static const struct omp2cl_unit unit;
static const char *const no_needs[] __attribute__((unused)) = {NULL};

/* A region of the file's unit at a line of user.c. */
#define REGION(var, at, what, kern, form, ...)                                                 \
    static void *var##_slot;                                                                   \
    static const struct omp2cl_item var##_items[] = {__VA_ARGS__};                             \
    static const struct omp2cl_region var = {                                                  \
        .unit = &unit, .file = "user.c", .line = at, .column = 9, .function = "main",          \
        .construct = what, .kernel = kern, .nitems = COUNT(var##_items), .items = var##_items, \
        .flags = form, .slot = &var##_slot}

/* The unit, registered as generated code does; kernels, functions and vars are
 * arrays, regions are found through their calls. */
#define UNIT(kernel_list, function_list, nfunction, var_list, nvar)                                  \
    static const struct omp2cl_unit unit = {OMP2CL_ABI_VERSION, __FILE__, "", "", COUNT(kernel_list), \
                                            nfunction, nvar, 0, kernel_list, function_list, var_list, NULL}; \
    __attribute__((constructor(101))) static void begin_unit(void) { omp2cl_register(&unit); }           \
    __attribute__((destructor(101))) static void end_unit(void) { omp2cl_unregister(&unit); }            \
    extern int not_used

#define KERNELS(kernel_list) UNIT(kernel_list, NULL, 0, NULL, 0)

static inline struct omp2cl_value value(const void *base, const void *begin, size_t size) {
    return (struct omp2cl_value){base, begin, size};
}

/* The value of an object. */
#define OF(x) value(&(x), &(x), sizeof(x))

static const struct omp2cl_launch any_size __attribute__((unused));

static int failures;
#define CHECK(x)                                                   \
    do {                                                           \
        if (!(x)) {                                                \
            printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #x); \
            failures++;                                            \
        }                                                          \
    } while (0)

static inline int finish(void) {
    if (failures == 0)
        puts("ok");
    return failures != 0;
}

/* A kernel that many tests use: adds 1 to n ints. */
#define INCREMENT                                                                            \
    {"increment", "",                                                                        \
     "__kernel void increment(__global char *a, long a_off, int n" HIDDEN "{\n"              \
     "    __global int *p = (__global int *)(a + a_off);\n"                                  \
     "    for (int i = get_global_id(0); i < n; i += get_global_size(0)) p[i] += 1;\n"       \
     "}\n", no_needs}
#endif
