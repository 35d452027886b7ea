/* compare.h: whether two sides computed the same. */
#ifndef PPE_COMPARE_H
#define PPE_COMPARE_H

#include "ppe.h"

/* compare returns the largest difference of results and outputs in units of what the
 * problem tolerates: up to 1 is right. It says on stderr where more was found. A
 * reference whose outputs are all zero is wrong. */
double compare(const struct problem *p, const struct problem *reference, const char *name, const char *reference_name);

#endif
