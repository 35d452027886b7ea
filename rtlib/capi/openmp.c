/* openmp.c: OpenMP's device routines for the host. They stand before libgomp's
 * of the same names, which know nothing of our devices. */
#define _GNU_SOURCE
#include "icv.h"
#include "visit.h"
#include "_cgo_export.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* default-device-var. Each task of the program has one, which those that it creates inherit, and
 * so has each thread that no parallel region has made: the host compiler's OpenMP library
 * keeps it, moved up, so that it is told from that library's initial value, which is not
 * ours. Without that library there are no tasks but the threads. */
enum { MOVED = 1 << 30, LEAST = 1 - MOVED / 2, MOST = MOVED - 1 };
static int initial_default;
static atomic_int any_set;
static _Thread_local int of_thread;
static int (*get_kept)(void);
static void (*set_kept)(int);
static pthread_once_t icv_once = PTHREAD_ONCE_INIT;

static void begin_default_device(void) {
    *(void **)&get_kept = dlsym(RTLD_NEXT, "omp_get_default_device");
    *(void **)&set_kept = dlsym(RTLD_NEXT, "omp_set_default_device");
    const char *text = getenv("OMP_DEFAULT_DEVICE");
    if (text == NULL || *text == '\0')
        return;
    char *rest;
    errno = 0;
    long number = strtol(text, &rest, 10);
    if (errno != 0 || *rest != '\0' || number < 0 || number > INT_MAX)
        fprintf(stderr, "omp2cl: warning: OMP_DEFAULT_DEVICE=%s is ignored; it can be: a device number\n", text);
    else
        initial_default = (int)number;
}

static int is_kept(void) { return get_kept != NULL && set_kept != NULL; }

int omp2cl_default_device(void) {
    pthread_once(&icv_once, begin_default_device);
    if (!atomic_load_explicit(&any_set, memory_order_relaxed))
        return initial_default;
    int moved = is_kept() ? get_kept() : of_thread;
    return moved >= MOVED + LEAST ? moved - MOVED : initial_default;
}

int omp_get_default_device(void) { return omp2cl_default_device(); }

void omp_set_default_device(int device) {
    pthread_once(&icv_once, begin_default_device);
    int moved = (device < LEAST ? LEAST : device > MOST ? MOST : device) + MOVED;
    if (is_kept())
        set_kept(moved);
    else
        of_thread = moved;
    atomic_store_explicit(&any_set, 1, memory_order_relaxed);
}

int omp_get_num_devices(void) { return OMP2CL_ASK(0, omp2cl_go_num_devices()); }

int omp_get_initial_device(void) { return omp_get_num_devices(); }

int omp_get_device_num(void) { return omp_get_num_devices(); }

int omp_is_initial_device(void) { return 1; }

/* Whether a routine with this device number is the host's business. */
static int is_host(int device) { return OMP2CL_ASK(1, omp2cl_go_is_host(device)); }

void *omp_target_alloc(size_t size, int device) {
    if (is_host(device))
        return malloc(size);
    return (void *)(uintptr_t)OMP2CL_ASK(0, omp2cl_go_alloc(size, device));
}

void omp_target_free(void *p, int device) {
    struct omp2cl_visit v;
    if (p == NULL)
        return;
    if (is_host(device)) {
        free(p);
        return;
    }
    if (!omp2cl_enter(&v))
        return;
    omp2cl_go_free((uintptr_t)p, device);
    omp2cl_leave(&v);
}

int omp_target_is_present(const void *p, int device) {
    return p == NULL || is_host(device) || OMP2CL_ASK(1, omp2cl_go_is_present((uintptr_t)p, device));
}

int omp_target_memcpy(void *dst, const void *src, size_t length, size_t dst_offset, size_t src_offset,
                      int dst_device, int src_device) {
    if (length > 0 && (dst == NULL || src == NULL))
        return EINVAL;
    return OMP2CL_ASK(0, omp2cl_go_memcpy((uintptr_t)dst, (uintptr_t)src, length, dst_offset, src_offset, dst_device,
                                          src_device))
               ? 0
               : EINVAL;
}

int omp_target_memcpy_rect(void *dst, const void *src, size_t element_size, int num_dims, const size_t *volume,
                           const size_t *dst_offsets, const size_t *src_offsets, const size_t *dst_dimensions,
                           const size_t *src_dimensions, int dst_device, int src_device) {
    if (dst == NULL && src == NULL)
        return INT_MAX; /* the number of dimensions that are supported */
    if (dst == NULL || src == NULL || element_size == 0 || num_dims < 1)
        return EINVAL;
    return OMP2CL_ASK(0, omp2cl_go_memcpy_rect((uintptr_t)dst, (uintptr_t)src, element_size, num_dims, (void *)volume,
                                               (void *)dst_offsets, (void *)src_offsets, (void *)dst_dimensions,
                                               (void *)src_dimensions, dst_device, src_device))
               ? 0
               : EINVAL;
}

/* Routines of OpenMP 5.1 and 6.0. An asynchronous one is a task that depends on other
 * children of the current one; it is done at once, when those are. */
static void await_children(int dependences) {
    void (*wait)(void);
    *(void **)&wait = dependences > 0 ? dlsym(RTLD_DEFAULT, "GOMP_taskwait") : NULL;
    if (wait != NULL)
        wait();
}

int omp_target_memcpy_async(void *dst, const void *src, size_t length, size_t dst_offset, size_t src_offset,
                            int dst_device, int src_device, int dependences, void *depobjs) {
    (void)depobjs;
    await_children(dependences);
    return omp_target_memcpy(dst, src, length, dst_offset, src_offset, dst_device, src_device);
}

int omp_target_memcpy_rect_async(void *dst, const void *src, size_t element_size, int num_dims, const size_t *volume,
                                 const size_t *dst_offsets, const size_t *src_offsets, const size_t *dst_dimensions,
                                 const size_t *src_dimensions, int dst_device, int src_device, int dependences,
                                 void *depobjs) {
    (void)depobjs;
    await_children(dependences);
    return omp_target_memcpy_rect(dst, src, element_size, num_dims, volume, dst_offsets, src_offsets, dst_dimensions,
                                  src_dimensions, dst_device, src_device);
}

void *omp_target_memset(void *p, int value, size_t size, int device) {
    char bytes[4096];
    if (is_host(device))
        return memset(p, value, size);
    memset(bytes, value, size < sizeof bytes ? size : sizeof bytes);
    for (size_t at = 0; at < size; at += sizeof bytes)
        omp_target_memcpy(p, bytes, size - at < sizeof bytes ? size - at : sizeof bytes, at, 0, device,
                          omp_get_initial_device());
    return p;
}

void *omp_target_memset_async(void *p, int value, size_t size, int device, int dependences, void *depobjs) {
    (void)depobjs;
    await_children(dependences);
    return omp_target_memset(p, value, size, device);
}

void *omp_get_mapped_ptr(const void *p, int device) {
    if (is_host(device))
        return (void *)p;
    return p == NULL ? NULL : (void *)(uintptr_t)OMP2CL_ASK(0, omp2cl_go_mapped((uintptr_t)p, device));
}

int omp_target_is_accessible(const void *p, size_t size, int device) {
    return is_host(device) || (p != NULL && OMP2CL_ASK(0, omp2cl_go_owns((uintptr_t)p, size, device)));
}

int omp_target_associate_ptr(const void *host, const void *device_ptr, size_t size, size_t device_offset,
                             int device) {
    if (is_host(device))
        return EINVAL;
    return OMP2CL_ASK(0, omp2cl_go_associate((uintptr_t)host, (uintptr_t)device_ptr, size, device_offset, device))
               ? 0
               : EINVAL;
}

int omp_target_disassociate_ptr(const void *host, int device) {
    if (is_host(device))
        return EINVAL;
    return OMP2CL_ASK(0, omp2cl_go_disassociate((uintptr_t)host, device)) ? 0 : EINVAL;
}
