/* icv.h: internal control variables that the host's calls change. */
#ifndef OMP2CL_ICV_H
#define OMP2CL_ICV_H

/* default-device-var of the calling thread. */
int omp2cl_default_device(void);

/* Whether the runtime may be called; brings Go up to date with registrations. */
int omp2cl_alive(void);

#endif
