// Calls that the kernel refuses leave results as they are: discards, mremap, munmap, shmat.
#define _GNU_SOURCE
#include "torture.h"
#include <sys/mman.h>
#include <sys/shm.h>

enum { PAGE = 4096, N = 128 * PAGE };

static unsigned char *result(int seed)
{
    unsigned char *p = mmap(NULL, N, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(p != MAP_FAILED);
    memset(p, 9, N);
    dev_fill_bytes(p, N, seed);
    return p;
}

static void stays(const char *what, unsigned char *p, int refused, int seed)
{
    check(what, refused, 1);
    quiet_check("the result", host_wrong_bytes(p, N, seed), 0);
    quiet_check("the result on the device", dev_wrong_bytes(p, N, seed), 0);
    munmap(p, N);
}

static void advice(void)
{
    unsigned char *p = result(1);
    stays("MADV_REMOVE of private memory", p, madvise(p, N, MADV_REMOVE) != 0, 1);
    p = result(2);
    stays("MADV_DONTNEED, not aligned", p, madvise(p + 1, PAGE, MADV_DONTNEED) != 0, 2);
    p = result(3);
    if (mlock(p, N) == 0) {
        dev_fill_bytes(p, N, 3);
        stays("MADV_DONTNEED of locked memory", p, madvise(p, N, MADV_DONTNEED) != 0, 3);
    } else {
        stays("MADV_DONTNEED of locked memory", p, 1, 3);
    }
}

static void mappings(void)
{
    unsigned char *p = result(4);
    stays("mremap, not told to move", p, mremap(p, N, N / 2, MREMAP_FIXED, p + N) == MAP_FAILED, 4);
    p = result(5);
    stays("mremap, no such flag", p, mremap(p, N, N / 2, 0x100) == MAP_FAILED, 5);
    p = result(6);
    stays("mremap to an overlap", p, mremap(p, N, N / 2, MREMAP_FIXED | MREMAP_MAYMOVE, p + PAGE) == MAP_FAILED, 6);
    p = result(7);
    stays("munmap of too much", p, munmap(p, SIZE_MAX - 2 * PAGE) != 0, 7);
    p = result(8);
    int id = shmget(IPC_PRIVATE, 8 * PAGE, 0600);
    must(id != -1);
    stays("shmat, not aligned", p, shmat(id, p + 1, SHM_REMAP) == (void *)-1, 8);
    shmctl(id, IPC_RMID, NULL);
}

/* Memory with a hole: the rest is discarded, though the call reports the hole. */
static void hole(void)
{
    unsigned char *p = result(9);
    must(munmap(p + 64 * PAGE, PAGE) == 0);
    dev_fill_bytes(p, 64 * PAGE, 9);
    dev_fill_bytes(p + 65 * PAGE, N - 65 * PAGE, 9);
    check("hole", madvise(p + PAGE, N - PAGE, MADV_DONTNEED) != 0, 1);
    check("in front", host_wrong_bytes(p, PAGE, 9) + dev_wrong_bytes(p, PAGE, 9), 0);
    check("zeros", host_count_bytes(p + PAGE, 63 * PAGE, 0) + dev_count_bytes(p + 65 * PAGE, 63 * PAGE, 0), 126 * PAGE);
}

int main(void)
{
    advice();
    mappings();
    hole();
    return status();
}
