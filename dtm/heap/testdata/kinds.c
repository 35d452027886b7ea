/* kinds.c: what kind of memory addresses are in, and .data made anonymous. */
#include "check.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGES = 64, SIZE = PAGES * 4096 };

static int data[SIZE / 4] = {1, 2, 3};
static int bss[SIZE / 4];
static const int constant[5000] = {1};
static __thread int local[5000];

static uintptr_t page_up(const void *p) { return ((uintptr_t)p + 4095) & -4096ul; }
static uintptr_t page_down(const void *p) { return (uintptr_t)p & -4096ul; }

/* Whether the line of /proc/self/maps for an address names a file. */
static int file_backed(uintptr_t address) {
    FILE *f = fopen("/proc/self/maps", "r");
    char line[512];
    int found = -1;
    while (fgets(line, sizeof line, f) != NULL) {
        unsigned long lo, hi, inode;
        CHECK(sscanf(line, "%lx-%lx %*s %*s %*s %lu", &lo, &hi, &inode) == 3);
        if (lo <= address && address < hi)
            found = inode != 0;
    }
    fclose(f);
    return found;
}

static void segments(void) {
    uintptr_t lo, hi;
    int on_stack;
    CHECK(omp2cl_heap_kind((uintptr_t)data, &lo, &hi) == OMP2CL_MEMORY_DATA);
    CHECK(lo <= (uintptr_t)data && hi % 4096 == 0 && lo % 4096 == 0);
    CHECK(kind(data + SIZE / 8) == OMP2CL_MEMORY_DATA);
    CHECK(omp2cl_heap_kind((uintptr_t)(bss + SIZE / 8), &lo, &hi) == OMP2CL_MEMORY_BSS);
    CHECK(lo <= page_up(bss) && hi >= page_down(bss + SIZE / 4));
    CHECK(kind(constant + 2000) == OMP2CL_MEMORY_UNKNOWN);
    CHECK(kind((void *)segments) == OMP2CL_MEMORY_UNKNOWN);
    CHECK(kind(&on_stack) == OMP2CL_MEMORY_UNKNOWN);
    CHECK(kind(&local[2000]) == OMP2CL_MEMORY_UNKNOWN);
    CHECK(kind(NULL) == OMP2CL_MEMORY_UNKNOWN);
    CHECK(kind((void *)-1) == OMP2CL_MEMORY_UNKNOWN);
    CHECK(kind((void *)0xffff800000000000) == OMP2CL_MEMORY_UNKNOWN);
    CHECK(kind(sbrk(0) - 1) == OMP2CL_MEMORY_UNKNOWN);
    CHECK(kind(dlsym(RTLD_DEFAULT, "stdout")) != OMP2CL_MEMORY_UNKNOWN);
}

static void detaching(void) {
    uintptr_t lo = page_up(data), hi = page_down(data + SIZE / 4), mid = lo + 8 * 4096;
    for (int i = 0; i < SIZE / 4; i++)
        data[i] = 7 * i;
    CHECK(file_backed(mid));
    CHECK(omp2cl_heap_detach_data(lo + 1, hi) == -EINVAL);
    CHECK(omp2cl_heap_detach_data(hi, lo) == -EINVAL);
    CHECK(omp2cl_heap_detach_data(lo, lo + (1 << 30)) == -EINVAL);
    CHECK(omp2cl_heap_detach_data(page_up(bss), page_up(bss) + 8192) == -EINVAL);
    CHECK(omp2cl_heap_detach_data(mid, mid + 8192) == 0);
    CHECK(!file_backed(mid) && !file_backed(mid + 4096) && file_backed(mid + 8192) && file_backed(mid - 4096));
    data[(mid - (uintptr_t)data) / 4] = -1; /* a second time must not bring the file's values back */
    CHECK(omp2cl_heap_detach_data(lo, hi) == 0);
    CHECK(omp2cl_heap_detach_data(lo, hi) == 0);
    CHECK(!file_backed(lo) && !file_backed(hi - 1) && kind(data + SIZE / 8) == OMP2CL_MEMORY_DATA);
    for (int i = 0; i < SIZE / 4; i++)
        CHECK(data[i] == ((uintptr_t)&data[i] == mid ? -1 : 7 * i));
}

static void mappings(void) {
    char name[] = "/tmp/omp2cl-kinds-XXXXXX";
    int fd = mkstemp(name);
    unlink(name);
    CHECK(ftruncate(fd, SIZE) == 0);
    const int rw = PROT_READ | PROT_WRITE, private = MAP_PRIVATE | MAP_ANONYMOUS;
    char *p = mmap(NULL, SIZE - 5, rw, private, -1, 0);
    CHECK(extent_is(p + 77, OMP2CL_MEMORY_ANON, (uintptr_t)p, (uintptr_t)p + SIZE));
    char *q = mmap(NULL, SIZE, rw, MAP_PRIVATE, fd, 0);
    CHECK(extent_is(q, OMP2CL_MEMORY_FILE_PRIVATE, (uintptr_t)q, (uintptr_t)q + SIZE));
    char *r = mmap(NULL, SIZE, rw, MAP_SHARED, fd, 0);
    CHECK(extent_is(r, OMP2CL_MEMORY_FILE_SHARED, (uintptr_t)r, (uintptr_t)r + SIZE));
    char *s = mmap(NULL, SIZE, rw, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(kind(s) == OMP2CL_MEMORY_FILE_SHARED);
    CHECK(kind(mmap(NULL, SIZE, PROT_READ, private, -1, 0)) == OMP2CL_MEMORY_UNKNOWN);
    CHECK(kind(mmap(NULL, SIZE, PROT_NONE, private, -1, 0)) == OMP2CL_MEMORY_UNKNOWN);
    CHECK(kind(mmap64(NULL, SIZE, rw, private | MAP_NORESERVE, -1, 0)) == OMP2CL_MEMORY_ANON);
    CHECK(mmap(NULL, 0, rw, private, -1, 0) == MAP_FAILED && errno == EINVAL);
    CHECK(mmap(NULL, SIZE, rw, MAP_PRIVATE, 9999, 0) == MAP_FAILED && errno == EBADF);

    CHECK(munmap(p + 4096, 4096) == 0); /* a hole */
    CHECK(extent_is(p, OMP2CL_MEMORY_ANON, (uintptr_t)p, (uintptr_t)p + 4096));
    CHECK(kind(p + 4096) == OMP2CL_MEMORY_UNKNOWN);
    CHECK(extent_is(p + 8192, OMP2CL_MEMORY_ANON, (uintptr_t)p + 8192, (uintptr_t)p + SIZE));
    CHECK(mmap(p + 4096, 4096, rw, MAP_FIXED | private, -1, 0) == p + 4096);
    CHECK(kind(p + 4096) == OMP2CL_MEMORY_ANON);
    CHECK(mmap(p, 8192, rw, MAP_FIXED | MAP_SHARED, fd, 0) == p);
    CHECK(extent_is(p + 4096, OMP2CL_MEMORY_FILE_SHARED, (uintptr_t)p, (uintptr_t)p + 8192));
    CHECK(mmap(p, 4096, rw, MAP_FIXED_NOREPLACE | private, -1, 0) == MAP_FAILED && errno == EEXIST);
    CHECK(kind(p) == OMP2CL_MEMORY_FILE_SHARED);

    p = mmap(NULL, SIZE, rw, private, -1, 0);
    CHECK(mprotect(p + 8192, 4096, PROT_READ) == 0);
    CHECK(extent_is(p, OMP2CL_MEMORY_ANON, (uintptr_t)p, (uintptr_t)p + 8192));
    CHECK(kind(p + 8192) == OMP2CL_MEMORY_UNKNOWN && kind(p + 12288) == OMP2CL_MEMORY_ANON);
    CHECK(mprotect(p + 8192, 4096, rw) == 0 && kind(p + 8192) == OMP2CL_MEMORY_ANON);
    CHECK(mprotect(p + 1, 4096, rw) == -1 && errno == EINVAL);
    p[0] = 5;
    char *moved = mremap(p, 8192, 4 * SIZE, MREMAP_MAYMOVE);
    CHECK(moved != MAP_FAILED && moved[0] == 5);
    CHECK(extent_is(moved, OMP2CL_MEMORY_ANON, (uintptr_t)moved, (uintptr_t)moved + 4 * SIZE));
    CHECK(moved == p || kind(p) == OMP2CL_MEMORY_UNKNOWN);
    CHECK(mremap(moved, 4 * SIZE, SIZE, 0) == moved);
    CHECK(extent_is(moved, OMP2CL_MEMORY_ANON, (uintptr_t)moved, (uintptr_t)moved + SIZE));
    CHECK(mremap(moved, SIZE, SIZE, MREMAP_MAYMOVE | MREMAP_FIXED, s) == s && s[0] == 5);
    CHECK(extent_is(s, OMP2CL_MEMORY_ANON, (uintptr_t)s, (uintptr_t)s + SIZE));
    CHECK(kind(moved) == OMP2CL_MEMORY_UNKNOWN);
    CHECK(mremap(s + 1, SIZE, SIZE, 0) == MAP_FAILED && errno == EINVAL && kind(s) == OMP2CL_MEMORY_ANON);
    CHECK(munmap(s, SIZE) == 0 && munmap(q, SIZE) == 0 && munmap(r, SIZE) == 0);
    CHECK(munmap(s + 1, SIZE) == -1 && errno == EINVAL);
    CHECK(kind(s) == OMP2CL_MEMORY_UNKNOWN && kind(q) == OMP2CL_MEMORY_UNKNOWN && kind(r) == OMP2CL_MEMORY_UNKNOWN);
}

/* Many mappings, in no order. */
static void many(void) {
    enum { MANY = 3000 };
    static char *at[MANY];
    for (int i = 0; i < MANY; i++)
        at[i] = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < MANY; i += 2)
        CHECK(munmap(at[i * 7919 % MANY & ~1], 8192) == 0);
    for (int i = 0; i < MANY; i++)
        CHECK((kind(at[i] + 4096) == OMP2CL_MEMORY_ANON) == (i % 2 == 1));
    for (int i = 1; i < MANY; i += 2)
        CHECK(munmap(at[i], 8192) == 0);
}

int main(void) {
    CHECK(omp2cl_heap_hooks() & OMP2CL_HEAP_MAPPINGS);
    segments();
    detaching();
    mappings();
    many();
    puts("ok");
    return 0;
}
