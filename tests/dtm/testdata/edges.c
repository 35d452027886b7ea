// Partial first and last pages whose other bytes the host changes, without reading, between launches.
#include "torture.h"

enum { PAGE = 4096, PAGES = 24, N = PAGES * PAGE, LO = 1000, LENGTH = N - 2500 };

static void rounds(unsigned char *p, long lo, long n)
{
    unsigned char model[N];
    memset(p, 3, N);
    memset(model, 3, N);
    for (int round = 0; round < 20; round++) {
        dev_add_bytes(p + lo, n, round + 1);
        for (long i = lo; i < lo + n; i++)
            model[i] = (unsigned char)(model[i] + round + 1);
        for (int k = 0; k < 3; k++) { /* beside the section, in its pages */
            long before = (round * 37 + k * 211) % lo, behind = lo + n + (round * 53 + k * 97) % (N - lo - n);
            p[before] = model[before] = (unsigned char)(round + k);
            p[behind] = model[behind] = (unsigned char)(round * 2 + k);
        }
        if (round % 5 == 4)
            quiet_check("differences", memcmp(p, model, N) != 0, 0);
    }
    quiet_check("differences at the end", memcmp(p, model, N) != 0, 0);
}

static unsigned char global[N];

int main(void)
{
    unsigned char *heap = malloc(N);
    must(heap);
    rounds(heap, LO, LENGTH);
    rounds(heap, PAGE - 1, PAGE + 2);
    rounds(heap, PAGE * 3 + 5, 100);
    rounds(heap, PAGE * 3, PAGE * 4 + 1);
    rounds(global, LO, LENGTH);
    rounds(global, 1, N - 2);
    free(heap);
    puts("edges");
    return status();
}
