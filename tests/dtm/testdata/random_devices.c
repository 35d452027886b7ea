// ARGS: 1 8
// PARTS: random_memory.c random_model.c
// ENV: POCL_DEVICES="pthread basic"
// LIMIT: 200
// The random program on two devices.
#include "random.c"
