/* Leaves much on the device, fetches half of it, and ends while memory for fetching is made:
 * the shim counts the calls for such memory in the file SHIM_RECORD. */
#include "torture.h"

#include <unistd.h>

enum { N = 16 << 20, LIMIT_MS = 60000 };

static unsigned long calls(const char *record)
{
    unsigned long n = 0;
    FILE *f = fopen(record, "rb");
    must(f && fread(&n, sizeof n, 1, f) == 1);
    fclose(f);
    return n;
}

int main(void)
{
    int *p = malloc(N * sizeof *p);
    must(p != NULL);
    dev_fill(p, N, 1);
    must(host_wrong(p, N / 2, 1) == 0);
    for (int ms = 0; calls(getenv("SHIM_RECORD")) == 0; ms++) {
        must(ms < LIMIT_MS);
        usleep(1000);
    }
    puts("filled");
    return 0;
}
