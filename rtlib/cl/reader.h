/* reader.h: makes the struct omp2cl_reader of a device, see dtm/pages/pages.h. */
#ifndef OMP2CL_CL_READER_H
#define OMP2CL_CL_READER_H

#include "gate.h"

struct omp2cl_reader;

/* A reader with a queue and memory of its own, which share nothing with the device's
 * stage: a copier may wait for a page that this reader fetches. Its memory is plain
 * until there is pinned memory, which is made beside the program once it is worth it.
 * maps: a queue that never has a command to wait for; NULL: one is made. NULL on
 * failure. It stays until the process ends. */
struct omp2cl_reader *ocl_new_reader(ocl_context c, ocl_device d, ocl_queue maps, struct ocl_gate *gate,
                                     int32_t *status);
#endif
