/* limits.c: under a limit of the address space, blocks are had until there is no
 * room, errors are ENOMEM, and what is freed can be had again in another form. */
#include "check.h"

#include <sys/resource.h>

enum { MIB = 1 << 20, MOST = 4096 };

static size_t address_space(void) {
    unsigned long pages;
    FILE *f = fopen("/proc/self/statm", "r");
    CHECK(fscanf(f, "%lu", &pages) == 1);
    fclose(f);
    return pages * 4096;
}

/* How many blocks of n bytes there are; frees them again. */
static int fill(size_t n) {
    static void *p[MOST];
    int i = 0;
    for (errno = 0; i < MOST && (p[i] = malloc(n)) != NULL; i++)
        ((char *)p[i])[0] = ((char *)p[i])[n - 1] = 1;
    CHECK(i < MOST && errno == ENOMEM);
    for (int j = 0; j < i; j++)
        free(p[j]);
    return i;
}

int main(void) {
    size_t room = 256u * MIB;
    struct rlimit limit = {address_space() + room, RLIM_INFINITY};
    CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
    for (int round = 0; round < 3; round++) {
        CHECK(fill(100 * MIB) == 2);
        CHECK(fill(8 * MIB) >= 28);
        CHECK(fill(MIB) >= 230);
        CHECK(fill(5 * MIB + 1) >= 30);
        CHECK(fill(200000) >= 1100);
        char *p = malloc(120 * MIB);
        CHECK(p != NULL && realloc(p, 300 * MIB) == NULL && errno == ENOMEM);
        p[0] = 1;
        free(p);
    }
    puts("ok");
    return 0;
}
