/* exits.c: who may still run when the runtime has ended, and so may read results
 * that lie on a device. */
#define _GNU_SOURCE
#include "inner.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>

/* The units of the program that omp2cl has translated: each has a destructor. */
extern unsigned omp2cl_units(void) __attribute__((weak));
/* Other threads that have been in the runtime, and go on while handlers run. */
extern unsigned omp2cl_other_visitors(void) __attribute__((weak));

static atomic_uint handlers;
static __thread volatile int ours; /* atexit is said not to call back */

/* A library with the C++ objects of a compiler registers thousands in a row. */
static _Atomic(const void *) last_of_system;

bool heap_exit_handler(const void *owner) {
    if (ours || (owner != NULL && owner == atomic_load(&last_of_system)))
        return false;
    if (heap_of_program(owner)) {
        atomic_fetch_add(&handlers, 1);
        return true;
    }
    atomic_store(&last_of_system, owner);
    return false;
}

void heap_exit_handler_ran(void) { atomic_fetch_sub(&handlers, 1); }

void heap_exit_forget(void) { atomic_store(&last_of_system, NULL); }

int omp2cl_heap_at_exit(void (*handler)(int status, void *argument)) {
    ours++;
    int result = on_exit(handler, NULL);
    ours--;
    return result;
}

void omp2cl_heap_run_exit_handlers(int status) {
    if (&heap_names != NULL)
        heap_names.run_exit_handlers(status);
}

/* Libraries of the system do not read the program's data. */
static bool of_system(const char *file) {
    static const char *const places[] = {"/lib", "/usr/lib", "/usr/local/cuda", "/opt/", "linux-vdso", "linux-gate"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (strncmp(file, places[i], strlen(places[i])) == 0)
            return true;
    return false;
}

struct owner {
    uintptr_t address;
    bool found, system;
};

static int find_owner(struct dl_phdr_info *info, size_t size, void *arg) {
    struct owner *o = arg;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
        uintptr_t lo = info->dlpi_addr + ph->p_vaddr;
        if (ph->p_type != PT_LOAD || o->address < lo || o->address >= lo + ph->p_memsz)
            continue;
        o->found = true;
        o->system = of_system(info->dlpi_name);
        return 1;
    }
    return 0;
}

bool heap_of_program(const void *owner) {
    struct owner o = {.address = (uintptr_t)owner};
    return owner == NULL || dl_iterate_phdr(find_owner, &o) == 0 || !o.system;
}

/* Destructors of an object beyond the C compiler's own. */
static int count_destructors(struct dl_phdr_info *info, size_t size, void *arg) {
    unsigned *sum = arg;
    (void)size;
    if (of_system(info->dlpi_name))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type != PT_DYNAMIC)
            continue;
        const ElfW(Dyn) *d = (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
        for (; d->d_tag != DT_NULL; d++)
            if (d->d_tag == DT_FINI_ARRAYSZ && d->d_un.d_val > sizeof(void *))
                *sum += (unsigned)(d->d_un.d_val / sizeof(void *)) - 1;
    }
    return 0;
}

unsigned omp2cl_heap_exit_readers(void) {
    unsigned destructors = 0, units = omp2cl_units != NULL ? omp2cl_units() : 0;
    unsigned threads = omp2cl_other_visitors != NULL ? omp2cl_other_visitors() : 0;
    dl_iterate_phdr(count_destructors, &destructors);
    return threads + atomic_load(&handlers) + (destructors > units ? destructors - units : 0);
}
