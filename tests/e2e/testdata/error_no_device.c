// No OpenCL and offloading mandatory: the program ends with the reason.
// HOST-DIFFERS: the host needs no device
// EXPECT: start
// ENV: OMP2CL_LIBOPENCL=/no/such/library
// EXIT: 1
// STDERR: error_no_device\.c:15:.*(no |device)
#include <stdio.h>

int main(void)
{
    int a = 1;
    printf("start\n");
    fflush(stdout);
    /* The message gives this line. */
#pragma omp target map(tofrom: a)
    a = 2;
    printf("end %d\n", a);
    return 0;
}
