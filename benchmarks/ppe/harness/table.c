/* table.c: all programs of the suite. */
#include "table.h"

#define PROGRAM(name)                                                          \
    extern const struct program name##_device;                                 \
    extern const struct opencl name##_opencl;
#include "../programs/list.h"
#undef PROGRAM

#define PROGRAM(name) {&name##_device, &name##_opencl},
const struct entry table[] = {
#include "../programs/list.h"
    {0}};
