// Heap blocks of 1 byte to 4 MB, all alive together.
#include "torture.h"

static const long sizes[] = {1, 2, 3, 7, 8, 15, 16, 24, 100, 1000, 1024, 4095, 4096, 4097, 8191, 8192, 16384, 32768,
                             65535, 65536, 65537, 131071, 131072, 135168, 262144, 1 << 20, (1 << 20) + 5, (4 << 20) + 1};
enum { COUNT = sizeof sizes / sizeof *sizes };

int main(void)
{
    unsigned char *block[COUNT];
    for (int k = 0; k < COUNT; k++) {
        must(block[k] = malloc((size_t)sizes[k]));
        exercise("block", block[k], sizes[k]);
        dev_fill_bytes(block[k], sizes[k], k);
    }
    for (int k = COUNT; k-- > 0;)
        quiet_check("kept block", host_wrong_bytes(block[k], sizes[k], k), 0);
    for (int k = 0; k < COUNT; k++)
        quiet_check("block on the device", dev_wrong_bytes(block[k], sizes[k], k), 0);
    for (int k = 0; k < COUNT; k += 2)
        free(block[k]);
    for (int k = 1; k < COUNT; k += 2) {
        quiet_check("block beside a freed one", host_wrong_bytes(block[k], sizes[k], k), 0);
        free(block[k]);
    }
    return status();
}
