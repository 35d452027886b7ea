/* returning.c: memory that is free goes back to the system beyond a limit, and
 * blocks of sizes that come and go do not break the address space into pieces. */
#include "check.h"

enum { MIB = 1 << 20 };

static size_t resident(void) {
    unsigned long pages;
    FILE *f = fopen("/proc/self/statm", "r");
    CHECK(fscanf(f, "%*u %lu", &pages) == 1);
    fclose(f);
    return pages * 4096;
}

static char *touched(size_t n) {
    char *p = malloc(n);
    CHECK(p != NULL);
    for (size_t i = 0; i < n; i += 4096)
        p[i] = 1;
    return p;
}

static void large(void) {
    char *p[16];
    size_t before = resident();
    for (int i = 0; i < 16; i++)
        p[i] = touched(64 * MIB);
    CHECK(resident() >= before + 1024ul * MIB);
    for (int i = 0; i < 16; i++)
        free(p[i]);
    CHECK(resident() < before + 300ul * MIB);
}

/* A full set of blocks, of which every second one dies. */
static void holes(void) {
    enum { N = 800 };
    char *p[N];
    struct omp2cl_heap_counts c;
    size_t before = resident();
    for (int i = 0; i < N; i++)
        p[i] = touched(MIB);
    for (int i = 0; i < N; i += 2)
        free(p[i]);
    CHECK(resident() < before + 720ul * MIB);
    for (int i = 1; i < N; i += 2)
        CHECK(p[i][MIB - 4096] == 1);
    for (int i = 1; i < N; i += 2)
        free(p[i]);
    CHECK(resident() < before + 300ul * MIB);
    omp2cl_heap_count(&c);
    CHECK(c.in_use < 4ul * MIB && c.retained <= 256ul * MIB && c.mapped < 400ul * MIB);
}

/* Long churn of sizes between 16 KiB and 12 MiB, 100 blocks at a time. */
static void churn(void) {
    enum { N = 100 };
    static char *p[N];
    static size_t n[N];
    struct omp2cl_heap_counts c;
    unsigned seed = 1;
    size_t most = 0, now = 0;
    for (int i = 0; i < 60000; i++) {
        seed = seed * 1664525u + 1013904223u;
        int at = (int)(seed >> 24) % N;
        free(p[at]);
        now -= n[at];
        n[at] = (size_t)(16 << 10) << (seed >> 8) % 9;
        n[at] += (seed >> 4) % n[at];
        p[at] = malloc(n[at]);
        CHECK(p[at] != NULL);
        p[at][0] = 1;
        now += n[at];
        most = now > most ? now : most;
    }
    omp2cl_heap_count(&c);
    CHECK(c.peak >= most);
    CHECK(c.mapped < 3 * most + 400ul * MIB);
    for (int i = 0; i < N; i++)
        free(p[i]);
}

int main(void) {
    large();
    holes();
    churn();
    puts("ok");
    return 0;
}
