// omp_target_associate_ptr of memory that holds results: the host's value stays, the associated storage is the device's.
#include "torture.h"
#include <omp.h>

enum { N = 90000 };

static void associated(int *p, int *raw, int device)
{
    dev_fill(p, N, 1);
    must(omp_target_associate_ptr(p, raw, N * sizeof *p, 0, device) == 0);
    quiet_check("present", omp_target_is_present(p, device) != 0, 1);
    dev_fill(p, N, 2); /* into raw: associated storage is never copied back by a map */
    quiet_check("the device's", dev_wrong(p, N, 2), 0);
    quiet_check("the host's", host_wrong(p, N, 1), 0);
#pragma omp target update from(p[0:100])
    quiet_check("updated", host_wrong(p, 100, 2), 0);
    quiet_check("not updated", p[100], VALUE(1, 100));
    must(omp_target_disassociate_ptr(p, device) == 0);
    quiet_check("after", host_wrong(p, N, 1), 100);
    quiet_check("after, on the device", dev_wrong(p, N, 1), 100);
}

int main(void)
{
    int device = omp_get_default_device();
    if (omp_get_num_devices() > 0 && separate()) { /* a device of the host's memory has nothing to associate */
        static int global[N];
        int *heap = malloc(N * sizeof *heap), *raw = omp_target_alloc(N * sizeof *raw, device);
        must(heap && raw);
        for (int round = 0; round < 3; round++) {
            associated(heap, raw, device);
            associated(global, raw, device);
        }
        omp_target_free(raw, device);
        free(heap);
    }
    puts("associated");
    return status();
}
