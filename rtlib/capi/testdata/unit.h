/* unit.h: helpers for hand-written units: what the compiler would generate. */
#ifndef UNIT_H
#define UNIT_H

#include "../omp2cl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define ITEMS(...) .nitems = COUNT(((struct omp2cl_item[]){__VA_ARGS__})), .items = (struct omp2cl_item[]){__VA_ARGS__}

/* The hidden parameters of every kernel. */
#define HIDDEN ", __global char *omp2cl_arena, __global char *omp2cl_scratch)"

static const char *const no_needs[] = {NULL};

/* Declares a region of unit `unit`, with its slot. */
#define REGION(var, at, what, kern, form, ...)                                              \
    static void *var##_slot;                                                                \
    static const struct omp2cl_item var##_items[] = {__VA_ARGS__};                          \
    static const struct omp2cl_region var = {                                               \
        .unit = &unit, .file = "user.c", .line = at, .column = 9, .function = "main",       \
        .construct = what, .kernel = kern, .nitems = COUNT(var##_items), .items = var##_items, \
        .flags = form, .slot = &var##_slot}

static inline struct omp2cl_value value(const void *base, const void *begin, size_t size) {
    return (struct omp2cl_value){base, begin, size};
}

static int failures;
#define CHECK(x)                                                          \
    do {                                                                  \
        if (!(x)) {                                                       \
            printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #x);        \
            failures++;                                                   \
        }                                                                 \
    } while (0)

static inline int finish(void) {
    if (failures == 0)
        puts("ok");
    return failures != 0;
}
#endif
