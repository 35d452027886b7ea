// SHARED: library.c
// LINK: -ldl
// Data of a library that is closed and loaded again: its first values are back.
#define _GNU_SOURCE
#include "torture.h"
#include <dlfcn.h>
#include <sys/mman.h>

enum { N = 100000 };

int main(void)
{
    for (int round = 0; round < 4; round++) {
        void *library = dlopen(DIR "/library.so", RTLD_NOW);
        must(library);
        int *data = dlsym(library, "library_data"), *bss = dlsym(library, "library_bss");
        must(data && bss);
        check("first data", dev_sum(data, N), 6);
        check("first bss", dev_sum(bss, N), 0);
        dev_add(data, N, round + 1);
        dev_fill(bss, N, round);
        check("data", data[50000], 3 + round);
        check("bss", host_wrong(bss, N, round), 0);
        data[1] = 9;
        dev_add(data, N, 1);
        must(dlclose(library) == 0);
        int *other = mmap(NULL, 2 * N * sizeof(int), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        must(other != MAP_FAILED);
        check("other", dev_sum(other, 2 * N), 0);
        must(munmap(other, 2 * N * sizeof(int)) == 0);
    }
    return status();
}
