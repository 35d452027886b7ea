// A process with as many mappings as it may have: the kernel takes no piece out of one, and results stay.
#define _GNU_SOURCE
#include "torture.h"
#include "../parts/mappings.h"
#include <sys/mman.h>

enum { PAGE = 4096, N = 64 * PAGE };

static unsigned char *map(size_t n)
{
    unsigned char *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    must(p != MAP_FAILED);
    return p;
}

/* Every second page of a range is readable only, until the kernel takes no more. */
static void use_up(unsigned char *p, long pages)
{
    for (long i = 1; i < pages && mprotect(p + i * PAGE, PAGE, PROT_READ) == 0; i += 2)
        continue;
}

/* What is left of memory of N bytes, of which this many from the front on are sure. */
static void stays(const char *what, unsigned char *p, int refused, size_t sure, int seed)
{
    size_t n = refused ? N : sure;
    check(what, host_wrong_bytes(p, n, seed) + dev_wrong_bytes(p, n, seed), 0);
}

int main(void)
{
    long most = most_mappings();
    unsigned char *unmapped = map(N), *shrunk = map(N), *all = map((most + 2) * PAGE);
    dev_fill_bytes(unmapped, N, 1);
    dev_fill_bytes(shrunk, N, 2);
    if (most < 1000000)
        use_up(all, most + 2);
    int kept = munmap(unmapped + 8 * PAGE, 8 * PAGE) == -1;
    int long_still = mremap(shrunk, N / 2, N / 4, 0) == MAP_FAILED;
    munmap(all, (most + 2) * PAGE);
    stays("munmap", unmapped, kept, 8 * PAGE, 1);
    stays("mremap", shrunk, long_still, N / 4, 2);
    check("munmap afterwards", kept ? munmap(unmapped + 8 * PAGE, 8 * PAGE) : 0, 0);
    check("in front", host_wrong_bytes(unmapped, 8 * PAGE, 1), 0);
    return status();
}
