/* kernel.h - the system calls of this room, and what the headers of older systems
 * lack.
 *
 * Everything goes around libc (direct.h): its functions may be wrapped by the heap
 * room, whose wrappers call back here. */
#ifndef OMP2CL_PAGES_KERNEL_H
#define OMP2CL_PAGES_KERNEL_H

#include "direct.h"

#include <errno.h>
#include <linux/futex.h>
#include <linux/userfaultfd.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define PAGE_SHIFT 12
#define PAGE ((size_t)1 << PAGE_SHIFT)

#ifndef UFFD_USER_MODE_ONLY
#define UFFD_USER_MODE_ONLY 1
#endif
#ifndef UFFD_FEATURE_WP_UNPOPULATED
#define UFFD_FEATURE_WP_UNPOPULATED (1 << 13)
#endif
#ifndef UFFD_FEATURE_WP_ASYNC
#define UFFD_FEATURE_WP_ASYNC (1 << 15)
#endif
#ifndef USERFAULTFD_IOC_NEW
#define USERFAULTFD_IOC_NEW _IO(0xAA, 0x00)
#endif
#ifndef MREMAP_DONTUNMAP
#define MREMAP_DONTUNMAP 4
#endif
#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#endif

/* PAGEMAP_SCAN, Linux 6.7. */
struct scan_region {
	uint64_t start, end, categories;
};
struct scan_arg {
	uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages;
	uint64_t category_inverted, category_mask, category_anyof_mask, return_mask;
};
#define SCAN_PAGES _IOWR('f', 16, struct scan_arg)
enum { SCAN_WP_MATCHING = 1, SCAN_CHECK_WPASYNC = 2 };
enum { IS_WPALLOWED = 1, IS_WRITTEN = 2, IS_PRESENT = 8, IS_SWAPPED = 16 };

/* The k_ calls return what the kernel does: a negative errno for an error. They
 * leave errno alone. */
static inline long k_call(long number, long a, long b, long c, long d, long e, long f)
{
	return direct_call(number, a, b, c, d, e, f);
}

static inline void *k_map_with(size_t n, int flags)
{
	long r = k_call(SYS_mmap, 0, (long)n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
	return r < 0 && r > -4096 ? NULL : (void *)r;
}

static inline void *k_map(size_t n)
{
	return k_map_with(n, MAP_NORESERVE);
}

static inline long k_unmap(void *p, size_t n)
{
	return k_call(SYS_munmap, (long)p, (long)n, 0, 0, 0, 0);
}

static inline long k_remap(uintptr_t from, size_t n, int flags, uintptr_t to)
{
	long r = k_call(SYS_mremap, (long)from, (long)n, (long)n, flags, (long)to, 0);
	return r < 0 && r > -4096 ? r : 0;
}

static inline long k_protect(uintptr_t lo, uintptr_t hi, int prot)
{
	return k_call(SYS_mprotect, (long)lo, (long)(hi - lo), prot, 0, 0, 0);
}

static inline long k_advise(uintptr_t lo, uintptr_t hi, int advice)
{
	return k_call(SYS_madvise, (long)lo, (long)(hi - lo), advice, 0, 0, 0);
}

static inline long k_ioctl(int fd, unsigned long request, void *arg)
{
	return k_call(SYS_ioctl, fd, (long)request, (long)arg, 0, 0, 0);
}

static inline long k_read(int fd, void *p, size_t n)
{
	return k_call(SYS_read, fd, (long)p, (long)n, 0, 0, 0);
}

static inline long k_write(int fd, const void *p, size_t n)
{
	return k_call(SYS_write, fd, (long)p, (long)n, 0, 0, 0);
}

static inline long k_pread(int fd, void *p, size_t n, uint64_t at)
{
	return k_call(SYS_pread64, fd, (long)p, (long)n, (long)at, 0, 0);
}

static inline long k_pwrite(int fd, const void *p, size_t n, uint64_t at)
{
	return k_call(SYS_pwrite64, fd, (long)p, (long)n, (long)at, 0, 0);
}

static inline long k_open(const char *name, int flags)
{
	return k_call(SYS_openat, -100 /* AT_FDCWD */, (long)name, flags, 0, 0, 0);
}

static inline long k_close(int fd)
{
	return k_call(SYS_close, fd, 0, 0, 0, 0, 0);
}

/* A descriptor that lives on, under another number, or the error that was given; and the
 * end of one, which becomes -1. See descriptors.c. */
long omp2cl_pt_keep(long fd);
void omp2cl_pt_let_go(int *fd);

/* Waits while *word is value; may return at any time. */
static inline void k_futex_wait(uint32_t *word, uint32_t value)
{
	k_call(SYS_futex, (long)word, FUTEX_WAIT_PRIVATE, (long)value, 0, 0, 0);
}

static inline void k_futex_wake(uint32_t *word, int n)
{
	k_call(SYS_futex, (long)word, FUTEX_WAKE_PRIVATE, n, 0, 0, 0);
}

static inline uint64_t k_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

#endif
