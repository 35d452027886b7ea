/* reader.h: makes the struct omp2cl_reader of a device, see dtm/pages/pages.h. */
#ifndef OMP2CL_CL_READER_H
#define OMP2CL_CL_READER_H

#include "gate.h"
#include "stage.h"

struct omp2cl_reader;

/* A reader with a queue and memory of its own. It never waits for the device's stage (NULL:
 * none), since a copier may wait for a page that it fetches. Its memory is plain until
 * there is pinned memory: what the stage has to spare, for good, and what is made beside
 * the program once it is worth it. NULL on failure. It stays until the process ends. */
struct omp2cl_reader *ocl_new_reader(ocl_context c, ocl_device d, struct ocl_stage *stage, struct ocl_gate *gate,
                                     int32_t *status);
#endif
