// Sections with odd offsets and lengths; the bytes around a section belong to the host alone.
#include "torture.h"

enum { SIZE = 300000 };

static void section(unsigned char *p, long lo, long n, int seed)
{
    host_fill_bytes(p, SIZE, seed);
    dev_set_bytes(p + lo, n, 77);
    p[lo - 1] = 1;
    p[lo + n] = 2;
    dev_add_bytes(p + lo, n, 1);
    quiet_check("section", host_count_bytes(p + lo, n, 78), n);
    quiet_check("byte before", p[lo - 1], 1);
    quiet_check("byte behind", p[lo + n], 2);
    quiet_check("front", host_wrong_bytes(p, lo - 1, seed), 0);
    for (long i = lo + n + 1; i < SIZE; i++)
        if (p[i] != BYTE(seed, i)) {
            quiet_check("back", p[i], BYTE(seed, i));
            break;
        }
}

int main(void)
{
    static const long lows[] = {1, 3, 4095, 4096, 4097, 65535, 65536, 100001};
    static const long lengths[] = {1, 2, 4095, 4096, 4097, 12289, 65536, 100003};
    unsigned char *p = malloc(SIZE);
    must(p);
    int seed = 0;
    for (unsigned i = 0; i < sizeof lows / sizeof *lows; i++)
        for (unsigned k = 0; k < sizeof lengths / sizeof *lengths; k++)
            section(p, lows[i], lengths[k], seed++);
    check("sections", seed, 64);
    for (unsigned i = 0; i < sizeof lows / sizeof *lows; i++)
        exercise("at an odd offset", p + lows[i], 65539);
    free(p);
    return status();
}
