#ifndef SAXPY_H
#define SAXPY_H

#define SCALE 2.0f

/* y[i] = SCALE * x[i] + y[i] for i in [0, n), on the default device. Returns
 * whether a device did it. */
int saxpy(int n, const float *x, float *y);

#endif
