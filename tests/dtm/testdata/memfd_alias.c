// One memory at two addresses: an object of memfd_create mapped twice.
#define _GNU_SOURCE
#include "torture.h"
#include <sys/mman.h>
#include <unistd.h>

enum { N = 200000 };

int main(void)
{
    int file = memfd_create("alias", 0);
    must(file >= 0 && ftruncate(file, N * sizeof(int)) == 0);
    int *a = mmap(NULL, N * sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    int *b = mmap(NULL, N * sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    must(a != MAP_FAILED && b != MAP_FAILED);
    for (int round = 0; round < 5; round++) {
        dev_fill(a, N, round);
        check("through b", host_wrong(b, N, round), 0);
        host_fill(b, N, round + 50);
        check("device through a", dev_wrong(a, N, round + 50), 0);
        b[N / 2]++;
        check("one changed", dev_wrong(a, N, round + 50), 1);
        dev_add(a, N, 1);
        dev_add(b, N, 1);
        check("turns", a[0], (int)((unsigned)VALUE(round + 50, 0) + 2u));
    }
    return status();
}
