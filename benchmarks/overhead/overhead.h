/* overhead.h: what the OpenCL side and the OpenMP side of the measurement share. */
#ifndef OVERHEAD_H
#define OVERHEAD_H

enum { N = 64, GROUPS = 8, LOCAL = 8 };

/* region.c */
void region(int n, float *a, const float *b);
void row_of_regions(int n, float *a, const float *b, int count);
void present(int n, float *a, const float *b, void (*measure)(void));

/* bare.c: opens device number device, over all platforms in their order, as omp2cl
 * numbers them. binary: a file with the kernels' binary, written if it is not there;
 * NULL: they are built from source. The program ends with a message when OpenCL
 * refuses something. */
void bare_open(int device, const char *binary);
const char *bare_device(void);
void bare_copy_in(int n, const float *b);
void bare_copy_out(int n, float *a);
void bare_launch(int n); /* sets the arguments, launches, waits */
void bare_row(int n, int count); /* sets the arguments, launches count times, then waits */

#endif
