// A program that changes the protection of memory which holds results.
#define _GNU_SOURCE
#include "torture.h"
#include <sys/mman.h>

enum { N = 1 << 18, SIZE = N * sizeof(int) };

int main(void)
{
    int *p = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(p != MAP_FAILED);
    dev_fill(p, N, 1);
    must(mprotect(p, SIZE, PROT_READ) == 0);
    check("read-only", host_wrong(p, N, 1), 0);
    check("read-only on the device", dev_wrong(p, N, 1), 0);
    must(mprotect(p, SIZE, PROT_READ | PROT_WRITE) == 0);
    p[5]++;
    check("changed", dev_wrong(p, N, 1), 1);
    dev_fill(p, N, 2);
    must(mprotect(p, SIZE, PROT_NONE) == 0);
    must(mprotect(p, SIZE, PROT_READ | PROT_WRITE) == 0);
    check("hidden for a while", host_wrong(p, N, 2), 0);
    check("hidden, on the device", dev_wrong(p, N, 2), 0);
    must(mprotect(p, SIZE, PROT_READ) == 0);
    must(mprotect(p, SIZE, PROT_READ | PROT_WRITE) == 0);
    p[N - 1]++;
    check("changed after protection", dev_wrong(p, N, 2), 1);
    host_fill(p, N, 3);
    must(mprotect((char *)p + SIZE / 2, SIZE / 2, PROT_READ) == 0);
    check("half read-only", dev_wrong(p, N, 3), 0);
    must(mprotect(p, SIZE, PROT_READ | PROT_WRITE) == 0);
    dev_add(p, N, 1);
    check("end", host_wrong_plus(p, N, 3, 1), 0);
    return status();
}
