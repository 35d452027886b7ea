/* start_bare.c: the same program as start_region.c, written for OpenCL.
 *
 * usage: start_bare [device [file with the kernels' binary]] */
#include <stdlib.h>

#include "overhead.h"

int main(int argc, char **argv)
{
    static float a[N], b[N];
    for (int i = 0; i < N; i++)
        b[i] = i;
    bare_open(argc > 1 ? atoi(argv[1]) : 0, argc > 2 ? argv[2] : NULL);
    bare_copy_in(N, b);
    bare_launch(N);
    bare_copy_out(N, a);
    return a[N - 1] != N;
}
