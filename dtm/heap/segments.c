/* segments.c: the writable segments of the executable and its libraries. */
#define _GNU_SOURCE
#include "inner.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

struct search {
    uintptr_t address, lo, hi;
    int kind;
};

/* The part of a segment that becomes read-only once it is relocated. */
static uintptr_t end_of_relro(const struct dl_phdr_info *info) {
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO)
            return info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
    return 0;
}

static int look_in(struct dl_phdr_info *info, size_t size, void *arg) {
    struct search *s = arg;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + ph->p_vaddr;
        if (ph->p_type != PT_LOAD || !(ph->p_flags & PF_W) || s->address < begin || s->address >= begin + ph->p_memsz)
            continue;
        uintptr_t relro = end_of_relro(info), edge = round_up(begin + ph->p_filesz, PAGE);
        uintptr_t lo = round_down(begin, PAGE), hi = round_up(begin + ph->p_memsz, PAGE);
        if (relro > lo && relro <= hi)
            lo = round_up(relro, PAGE);
        bool data = s->address < edge;
        s->kind = data ? OMP2CL_MEMORY_DATA : OMP2CL_MEMORY_BSS;
        s->lo = data ? lo : edge;
        s->hi = data && edge < hi ? edge : hi;
        return 1;
    }
    return 0;
}

/* Where the brk heap began: without randomization it shares the last page of
 * .bss. Field 47 of /proc/self/stat; 0 if that cannot be read. */
static uintptr_t start_of_brk(void) {
    static atomic_uintptr_t known;
    uintptr_t brk = atomic_load(&known);
    if (brk != 0)
        return brk;
    char text[1024];
    int fd = heap_call(SYS_openat, AT_FDCWD, "/proc/self/stat", O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0)
        return 0;
    long n = heap_call(SYS_read, fd, text, sizeof text - 1);
    heap_call(SYS_close, fd);
    text[n > 0 ? n : 0] = 0;
    char *at = strrchr(text, ')'); /* the end of field 2 */
    for (int field = 2; at != NULL && field < 47; field++)
        at = strchr(at + 1, ' ');
    brk = at == NULL ? 0 : strtoul(at, NULL, 10);
    atomic_store(&known, brk);
    return brk;
}

/* ---- .data that has become anonymous ---- */

static struct ranges detached;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int heap_segment_kind(uintptr_t address, uintptr_t *lo, uintptr_t *hi) {
    struct search s = {.address = address};
    if (dl_iterate_phdr(look_in, &s) == 0)
        return OMP2CL_MEMORY_UNKNOWN;
    if (s.kind == OMP2CL_MEMORY_BSS && s.hi - PAGE == round_down(start_of_brk(), PAGE))
        s.hi -= PAGE;
    if (address < s.lo || address >= s.hi)
        return OMP2CL_MEMORY_UNKNOWN;
    *lo = s.lo;
    *hi = s.hi;
    return s.kind;
}

/* Puts anonymous memory with the same contents in place of [lo, hi). */
static int replace(uintptr_t lo, uintptr_t hi) {
    size_t n = hi - lo;
    void *copy = raw_map(n);
    if (copy == NULL)
        return -ENOMEM;
    memcpy(copy, (const void *)lo, n);
    if (raw_remap(copy, n, n, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)lo) != NULL)
        return 0;
    raw_unmap(copy, n);
    return -ENOMEM;
}

int omp2cl_heap_detach_data(uintptr_t lo, uintptr_t hi) {
    uintptr_t first, last;
    if (lo >= hi || lo % PAGE != 0 || hi % PAGE != 0 ||
        heap_segment_kind(lo, &first, &last) != OMP2CL_MEMORY_DATA || hi > last)
        return -EINVAL;
    int result = 0;
    pthread_mutex_lock(&lock);
    for (uintptr_t a = lo; a < hi && result == 0;) {
        size_t i = ranges_after(&detached, a);
        uintptr_t next = i < detached.n && detached.list[i].lo < hi ? detached.list[i].lo : hi;
        if (next > a) {
            result = replace(a, next);
            if (result == 0)
                ranges_put(&detached, (struct range){.lo = a, .hi = next});
        }
        a = next < hi ? detached.list[ranges_after(&detached, next)].hi : hi;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

/* ---- libraries that may be unloaded ---- */

struct segments {
    struct { uintptr_t lo, hi; } list[512]; /* what is beyond stays tracked */
    size_t n;
};

static int collect(struct dl_phdr_info *info, size_t size, void *arg) {
    struct segments *s = arg;
    (void)size;
    if (info->dlpi_name[0] == 0) /* the executable */
        return 0;
    for (int i = 0; i < info->dlpi_phnum && s->n < sizeof s->list / sizeof *s->list; i++) {
        const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + ph->p_vaddr;
        if (ph->p_type != PT_LOAD || !(ph->p_flags & PF_W))
            continue;
        s->list[s->n].lo = round_down(begin, PAGE);
        s->list[s->n++].hi = round_up(begin + ph->p_memsz, PAGE);
    }
    return 0;
}

void heap_unloading(void) {
    struct segments s = {.n = 0};
    heap_exit_forget();
    if (!heap_some_tracked())
        return;
    dl_iterate_phdr(collect, &s);
    for (size_t i = 0; i < s.n; i++) {
        heap_leaving(s.list[i].lo, s.list[i].hi);
        pthread_mutex_lock(&lock);
        ranges_carve(&detached, s.list[i].lo, s.list[i].hi);
        pthread_mutex_unlock(&lock);
    }
}
