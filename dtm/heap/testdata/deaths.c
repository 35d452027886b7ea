/* deaths.c: the tracker hears of every way in which tracked memory dies or moves,
 * and of nothing else. */
#include "tracker.h"

#include <dlfcn.h>
#include <malloc.h>
#include <sys/shm.h>

enum { SIZE = 1 << 20 };

static char zeroed[1 << 20];

static char *map(size_t n) {
    char *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(p != MAP_FAILED);
    return p;
}

static char *tracked_map(size_t n) {
    char *p = map(n);
    track(p, n);
    return p;
}

static void untracked(void) {
    char *p = malloc(SIZE), *q = map(SIZE);
    p = realloc(p, 8 * SIZE);
    free(p);
    CHECK(madvise(q, SIZE, MADV_DONTNEED) == 0 && mprotect(q, SIZE, PROT_READ | PROT_WRITE) == 0);
    CHECK(munmap(q, SIZE) == 0);
    CHECK(nothing_told());
}

static void blocks(void) {
    char *p = malloc(SIZE);
    track(p, SIZE);
    errno = 5;
    free(p);
    CHECK(errno == 5 && was_gone(p, SIZE));
    p = malloc(SIZE); /* the same pages again, with nothing on any device */
    free(p);
    CHECK(nothing_told());

    p = malloc(SIZE);
    track(p, SIZE);
    CHECK(realloc(p, SIZE / 2) == p && tracker.home == 1); /* what stays, before the object dies */
    CHECK(tracker.home_lo == (uintptr_t)p && tracker.home_hi == (uintptr_t)p + SIZE / 2 && was_gone(p, SIZE));
    CHECK(realloc(p, SIZE) == p && nothing_told());
    track(p, SIZE);
    char *wall = malloc(SIZE);
    char *q = realloc(p, 3 * SIZE);
    CHECK(q != p && tracker.home == 1 && tracker.home_hi == (uintptr_t)p + SIZE && was_gone(p, SIZE));
    free(wall);
    track(q, 3 * SIZE);
    CHECK(madvise(q + 4096, 8192, MADV_DONTNEED) == 0 && was_gone(q + 4096, 8192));
    CHECK(madvise(q + 4096, 8192, MADV_DONTNEED) == 0 && was_gone(q + 4096, 8192));
    CHECK(madvise(q, 3 * SIZE, MADV_WILLNEED) == 0 && nothing_told());
    q = realloc(q, 0);
    CHECK(tracker.gone == 1);
    forget();

    p = malloc(64 * SIZE); /* moves by mremap: its values must be home first */
    memset(p, 3, 64 * SIZE);
    track(p, 64 * SIZE);
    wall = malloc(64 * SIZE);
    q = realloc(p, 200 * SIZE);
    CHECK(tracker.home >= 1 && tracker.gone == 1 && tracker.gone_lo == (uintptr_t)p && q[64 * SIZE - 1] == 3);
    forget();
    free(q);
    free(wall);
    CHECK(nothing_told());
}

static void mappings(void) {
    char *p = tracked_map(SIZE);
    errno = 5;
    CHECK(munmap(p, SIZE) == 0 && errno == 5 && was_gone(p, SIZE));
    char *again = mmap(p, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(munmap(again, SIZE) == 0 && nothing_told());

    p = tracked_map(SIZE);
    CHECK(mmap(p + 8192, 8192, PROT_READ | PROT_WRITE, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == p + 8192);
    CHECK(tracker.home == 1 && tracker.home_lo == (uintptr_t)p && was_gone(p, SIZE));
    track(p, 8192);
    track(p + 16384, SIZE - 16384);
    CHECK(madvise(p, 4096, MADV_FREE) == 0 && was_gone(p, 4096));
    CHECK(mprotect(p, 4096, PROT_READ) == 0 && tracker.home == 1 && was_gone(p, 8192));
    CHECK(mprotect(p, 4096, PROT_READ | PROT_WRITE) == 0 && nothing_told());
    CHECK(munmap(p + 12288, 8192) == 0 && tracker.home == 1 && tracker.home_lo == (uintptr_t)p + 20480);
    CHECK(tracker.gone_lo == (uintptr_t)p + 12288 && tracker.gone_hi == (uintptr_t)p + SIZE);
    forget();

    p = tracked_map(SIZE);
    CHECK(mremap(p, SIZE, SIZE / 2, 0) == p && tracker.home == 1 && was_gone(p, SIZE));
    track(p, SIZE / 2);
    char *q = mremap(p, SIZE / 2, 16 * SIZE, MREMAP_MAYMOVE);
    CHECK(q != MAP_FAILED && tracker.home == 1 && tracker.home_lo == (uintptr_t)p && was_gone(p, SIZE / 2));
    CHECK(munmap(q, 16 * SIZE) == 0 && nothing_told());
    p = tracked_map(SIZE);
    q = map(SIZE);
    CHECK(mremap(q, SIZE, SIZE, MREMAP_MAYMOVE | MREMAP_FIXED, p) == p && was_gone(p, SIZE));
    track(p, SIZE);
    int id = shmget(IPC_PRIVATE, SIZE, IPC_CREAT | 0600);
    CHECK(id >= 0 && shmat(id, p, SHM_REMAP) == p && was_gone(p, SIZE));
    CHECK(kind(p) == OMP2CL_MEMORY_UNKNOWN);
    shmctl(id, IPC_RMID, NULL);

    p = (char *)(((uintptr_t)zeroed + 4095) & -4096ul);
    track(p, SIZE / 2);
    CHECK(madvise(p, 4096, MADV_DONTNEED) == 0 && was_gone(p, 4096));
}

/* What a closed library had is gone before it is. */
static void library(const char *file) {
    void *lib = dlopen(file, RTLD_NOW);
    CHECK(lib != NULL);
    char *p = dlsym(lib, "library_zeros"), *q = dlsym(lib, "library_values");
    p = (char *)(((uintptr_t)p + 4095) & -4096ul);
    q = (char *)(((uintptr_t)q + 4095) & -4096ul);
    CHECK(kind(p) == OMP2CL_MEMORY_BSS && kind(q) == OMP2CL_MEMORY_DATA && nothing_told());
    CHECK(omp2cl_heap_detach_data((uintptr_t)q, (uintptr_t)q + 4096) == 0);
    track(p, 4096);
    CHECK(dlclose(lib) == 0 && tracker.gone == 1 && tracker.home == 1);
    CHECK(kind(p) == OMP2CL_MEMORY_UNKNOWN);
    forget();
    lib = dlopen(file, RTLD_NOW); /* at the same place, as a rule */
    q = dlsym(lib, "library_values");
    CHECK(q[100] == 1);
    q = (char *)(((uintptr_t)q + 4095) & -4096ul);
    CHECK(omp2cl_heap_detach_data((uintptr_t)q, (uintptr_t)q + 4096) == 0 && q[0] == 1);
    CHECK(dlclose(lib) == 0);
    forget();
}

int main(int argc, char **argv) {
    CHECK(argc == 2);
    library(argv[1]);
    untracked();
    blocks();
    mappings();
    puts("ok");
    return 0;
}
