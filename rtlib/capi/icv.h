/* icv.h: what the program's calls change: internal control variables, and the set
 * of registered units. */
#ifndef OMP2CL_ICV_H
#define OMP2CL_ICV_H

/* default-device-var of the calling task. */
int omp2cl_default_device(void);

/* Brings Go up to date with registrations. */
void omp2cl_catch_up(void);

#endif
