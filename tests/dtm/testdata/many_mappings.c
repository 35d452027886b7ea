// A process with almost as many mappings as it may have: protecting pages one by one fails, results must not.
#define _GNU_SOURCE
#include "torture.h"
#include "../parts/mappings.h"
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, N = 4 << 20, SPARE = 300 };

static long mappings_now(void)
{
    FILE *f = fopen("/proc/self/maps", "r");
    long lines = 0;
    must(f);
    for (int c; (c = getc(f)) != EOF;)
        lines += c == '\n';
    fclose(f);
    return lines;
}

/* Uses mappings up, by every second page of a range being readable only. */
static void use_up(long count)
{
    unsigned char *p = mmap(NULL, (size_t)(count + 2) * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    must(p != MAP_FAILED);
    for (long i = 1; i < count; i += 2)
        must(mprotect(p + i * PAGE, PAGE, PROT_READ) == 0);
}

/* The host changes every second page, the device everything. */
static void scattered(unsigned char *p, int round)
{
    dev_fill_bytes(p, N, round);
    for (long i = 0; i < N; i += 2 * PAGE)
        quiet_check("a page in two", p[i + round], BYTE(round, i + round));
    for (long i = PAGE; i < N; i += 2 * PAGE)
        p[i + 5] ^= 1;
    quiet_check("changed", dev_wrong_bytes(p, N, round), N / PAGE / 2);
    dev_add_bytes(p, N, 1);
    for (long i = PAGE; i < N; i += 4 * PAGE)
        quiet_check("result", p[i + 7], (unsigned char)(BYTE(round, i + 7) + 1));
    dev_add_bytes(p, N, -1);
    quiet_check("wrong", host_wrong_bytes(p, N, round), N / PAGE / 2);
}

int main(void)
{
    unsigned char *p = malloc(N), *q = mmap(NULL, N, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(p && q != MAP_FAILED);
    scattered(p, 0); /* the runtime and the driver are up */
    scattered(q, 0);
    long most = most_mappings();
    if (most < 1000000)
        use_up(most - mappings_now() - SPARE - 4 * sysconf(_SC_NPROCESSORS_ONLN)); /* stacks of threads */
    for (int round = 1; round < 4; round++) {
        scattered(p, round);
        scattered(q, round);
    }
    puts("many mappings");
    return status();
}
