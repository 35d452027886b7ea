// ARGS: library
// ARGS: raw
// MADV_DONTNEED makes zeros of results and uploads, MADV_FREE may; parts of a range, and by plain system call.
#define _GNU_SOURCE
#include "torture.h"
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PAGE = 4096, PAGES = 256, N = PAGES * PAGE };

static void advise(int raw, void *p, size_t n, int what)
{
    must((raw ? (int)syscall(SYS_madvise, p, n, what) : madvise(p, n, what)) == 0);
}

static void dontneed(unsigned char *p, int raw)
{
    dev_set_bytes(p, N, 5);
    advise(raw, p, N, MADV_DONTNEED);
    quiet_check("zeros", host_count_bytes(p, N, 0), N);
    dev_set_bytes(p, N, 6);
    advise(raw, p, N, MADV_DONTNEED);
    quiet_check("zeros on the device", dev_count_bytes(p, N, 0), N);
    memset(p, 7, N);
    quiet_check("upload", dev_count_bytes(p, N, 7), N);
    advise(raw, p, N, MADV_DONTNEED);
    quiet_check("zeros after the upload", dev_count_bytes(p, N, 0), N);
    dev_set_bytes(p, N, 8);
    advise(raw, p + 16 * PAGE, 64 * PAGE, MADV_DONTNEED);
    quiet_check("a part, on the device", dev_count_bytes(p, N, 0), 64 * PAGE);
    quiet_check("a part", host_count_bytes(p, N, 0), 64 * PAGE);
    quiet_check("the rest", host_count_bytes(p, N, 8), N - 64 * PAGE);
    dev_add_bytes(p, N, 1);
    advise(raw, p + PAGE, PAGE, MADV_DONTNEED);
    p[PAGE + 5] = 3;
    quiet_check("written after", dev_count_bytes(p + PAGE, PAGE, 0), PAGE - 1);
    quiet_check("first page", dev_count_bytes(p, PAGE, 9), PAGE);
}

/* After MADV_FREE a page has its old contents or zeros, until it is written. */
static void may_free(unsigned char *p, int raw)
{
    dev_set_bytes(p, N, 5);
    quiet_check("first byte", p[0], 5);
    advise(raw, p, N, MADV_FREE);
    long odd = 0;
    for (long page = 0; page < PAGES; page++) {
        long old = host_count_bytes(p + page * PAGE, PAGE, 5), zero = host_count_bytes(p + page * PAGE, PAGE, 0);
        odd += old != PAGE && zero != PAGE;
    }
    quiet_check("neither old nor zero", odd, 0);
    memset(p, 6, N);
    quiet_check("written", dev_count_bytes(p, N, 6), N);
    dev_add_bytes(p, N, 1);
    quiet_check("result", host_count_bytes(p, N, 7), N);
}

/* Discarded while a part is in a data environment: the device's copy stays until it is updated. */
static void while_mapped(unsigned char *p, int raw)
{
    for (int round = 0; round < 8; round++) {
        unsigned char *part = p + (round & 1 ? 53 : 3 * PAGE + 53);
        long n = round & 2 ? 9 : 20 * PAGE;
        int separately = separate();
        memset(p, 5, N);
        dev_add_bytes(p, N, 1);
#pragma omp target enter data map(to: part[0:n])
        advise(raw, p, N, MADV_DONTNEED);
        if (round & 4)
            quiet_check("the device's copy", dev_count_bytes(part, n, separately ? 6 : 0), n);
#pragma omp target update to(part[0:n])
        quiet_check("updated", dev_count_bytes(part, n, 0), n);
        dev_add_bytes(part, n, 3);
#pragma omp target exit data map(from: part[0:n])
        quiet_check("result", host_count_bytes(p, N, 3), n);
    }
}

int main(int argc, char **argv)
{
    unsigned char *p = mmap(NULL, N, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *block;
    must(p != MAP_FAILED);
    must(posix_memalign((void **)&block, PAGE, N) == 0);
    int raw = argc > 1 && strcmp(argv[1], "raw") == 0;
    dontneed(p, raw);
    may_free(p, raw);
    while_mapped(p, raw);
    while_mapped(block, raw);
    dontneed(block, raw);
    may_free(block, raw);
    check("raw", raw, raw);
    free(block);
    return status();
}
