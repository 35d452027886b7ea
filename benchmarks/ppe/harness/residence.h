/* residence.h: the data environment of the translated side. */
#ifndef PPE_RESIDENCE_H
#define PPE_RESIDENCE_H

#include "ppe.h"

void wake_runtime(void); /* before the program calls OpenCL itself */
void enter(struct problem *p); /* the arrays go to the device */
void complete(void);
void leave(struct problem *p); /* the outputs come back */

#endif
