/* The two devices of a program: the default one and another, if there is one. */
#include <omp.h>

static int first_device, second_device;

static void find_devices(void)
{
    int devices = omp_get_num_devices();
    first_device = omp_get_default_device();
    second_device = devices > 1 ? (first_device + 1) % devices : first_device;
}

static void on(int device) { omp_set_default_device(device); }
