// ARGS: 1 8
// PARTS: random_memory.c random_model.c
// ENV: OMP2CL_DEVICE_MEMORY=3M
// LIMIT: 200
// The random program on a device with less memory than it uses over time.
#include "random.c"
