/* table.h: all programs of the suite. */
#ifndef PPE_TABLE_H
#define PPE_TABLE_H

#include "opencl.h"
#include "ppe.h"

struct entry {
    const struct program *program; /* NULL behind the last */
    const struct opencl *opencl;
};
extern const struct entry table[];

#endif
