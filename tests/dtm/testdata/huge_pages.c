// Memory with transparent huge pages, asked for before and after it was filled.
#define _GNU_SOURCE
#include "torture.h"
#include <sys/mman.h>

enum { HUGE = 2 << 20, SIZE = 3 * HUGE };

int main(void)
{
    unsigned char *raw = mmap(NULL, SIZE + HUGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(raw != MAP_FAILED);
    unsigned char *p = (unsigned char *)(((uintptr_t)raw + HUGE - 1) & ~(uintptr_t)(HUGE - 1));
    madvise(p, SIZE, MADV_HUGEPAGE);
    exercise("huge", p, SIZE);
    exercise("part of a huge page", p + HUGE / 2 + 7, HUGE);
    dev_fill_bytes(p, SIZE, 3);
    p[HUGE + 4097] ^= 1;
    check("one byte of a huge page", dev_wrong_bytes(p, SIZE, 3), 1);
    madvise(p, SIZE, MADV_NOHUGEPAGE);
    exercise("no more huge", p, SIZE);
    madvise(p, SIZE, MADV_HUGEPAGE);
#ifdef MADV_COLLAPSE
    madvise(p, SIZE, MADV_COLLAPSE);
#endif
    dev_fill_bytes(p, SIZE, 4);
#ifdef MADV_COLLAPSE
    madvise(p, SIZE, MADV_COLLAPSE);
#endif
    check("collapsed with results", host_wrong_bytes(p, SIZE, 4), 0);
    void *block = NULL;
    must(posix_memalign(&block, HUGE, SIZE) == 0);
    madvise(block, SIZE, MADV_HUGEPAGE);
    exercise("block", block, SIZE);
    free(block);
    return status();
}
