// A part of a result goes behind the runtime's back: the message says what Linux refused.
// LINK: -ldl
// RUNGS: mprotect
// EXIT: 134
// HOST-DIFFERS: the host has no result elsewhere
// STDERR: cannot bring [0-9]+ bytes at 0x[0-9a-f]+ home from the device: Linux refused to fill the pages, with errno [1-9]
#define _GNU_SOURCE
#include "torture.h"
#include <dlfcn.h>
#include <sys/mman.h>

enum { N = 64 << 10 };

int main(void)
{
    unsigned char *p = mmap(NULL, N, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int (*libc_munmap)(void *, size_t) = (int (*)(void *, size_t))dlsym(RTLD_NEXT, "munmap");
    must(p != MAP_FAILED && libc_munmap);
    dev_fill_bytes(p, N, 1);
    must(libc_munmap(p + N / 2, N / 2) == 0);
    return p[5] != BYTE(1, 5);
}
