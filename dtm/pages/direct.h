/* direct.h - system calls without the C library: its functions, syscall(2) included,
 * may be stood in front of by the memory room, whose functions call back here.
 *
 * Private to the rooms of data-transfer minimization. */
#ifndef OMP2CL_PAGES_DIRECT_H
#define OMP2CL_PAGES_DIRECT_H

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__) && defined(__LP64__)
#define OMP2CL_DIRECT 1

/* What the kernel returns: a negative errno for an error. errno stays. */
static inline long direct_call(long number, long a, long b, long c, long d, long e, long f)
{
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;
	__asm__ volatile("syscall"
			 : "+a"(number)
			 : "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
	return number;
}

#elif defined(__aarch64__)
#define OMP2CL_DIRECT 1

static inline long direct_call(long number, long a, long b, long c, long d, long e, long f)
{
	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;
	register long x4 __asm__("x4") = e;
	register long x5 __asm__("x5") = f;
	__asm__ volatile("svc 0"
			 : "+r"(x0)
			 : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
			 : "memory");
	return x0;
}

#else
#define OMP2CL_DIRECT 0 /* nothing stands in front of syscall(2) */

static inline long direct_call(long number, long a, long b, long c, long d, long e, long f)
{
	int saved = errno;
	long r = syscall(number, a, b, c, d, e, f);
	if (r == -1)
		r = -errno;
	errno = saved;
	return r;
}
#endif
#endif
