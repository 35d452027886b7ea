/* calls.c: syscall(2), through which programs reach the kernel around the names of
 * the C library. Calls that the room looks at elsewhere are looked at here too; the
 * others go on at once. */
#define _GNU_SOURCE
#undef _FORTIFY_SOURCE
#include "front.h"

#include <sched.h>
#include <signal.h>
#include <sys/mman.h>

#if OMP2CL_DIRECT

/* Numbers that the room looks at, as bits. */
enum { NUMBERS = 512 };
static uint64_t looked_at[NUMBERS / 64] __attribute__((used));

static const short numbers[] = {
    SYS_mmap,     SYS_munmap,   SYS_mremap,  SYS_madvise,  SYS_mprotect, SYS_pkey_mprotect, SYS_shmat,
    SYS_rt_sigaction,
    SYS_read,     SYS_write,    SYS_pread64, SYS_pwrite64, SYS_readv,    SYS_writev,        SYS_preadv,
    SYS_pwritev,  SYS_preadv2,  SYS_pwritev2, SYS_vmsplice, SYS_readlinkat, SYS_msync,      SYS_getrandom,
    SYS_getcwd,   SYS_sendto,   SYS_recvfrom, SYS_sendmsg, SYS_recvmsg,  SYS_sendmmsg,      SYS_recvmmsg,
    SYS_ppoll,    SYS_epoll_pwait, SYS_process_vm_readv, SYS_process_vm_writev,
#ifdef SYS_readlink
    SYS_readlink, SYS_poll,     SYS_epoll_wait, SYS_fork,    SYS_dup2,
#endif
    SYS_clone,    SYS_clone3,   SYS_close,    SYS_dup3,    SYS_close_range, SYS_ioctl,
    SYS_process_madvise, SYS_io_uring_register,
};

/* The kernel's struct begins with the handler. */
static void note_action(long sig, const void *const *action) {
    if (action != NULL)
        heap_note_handler((int)sig, *action);
}

/* Buffers that are registered with io_uring: the kernel keeps the pages that they have
 * then. In the second form their list is in a structure. */
static void lend_buffers(long operation, const void *argument, unsigned n) {
    enum { BUFFERS = 0, BUFFERS2 = 15 };
    struct list {
        uint32_t n, flags;
        uint64_t unused, buffers;
    };
    const struct iovec *v = argument;
    if (operation == BUFFERS2 && argument != NULL) {
        n = ((const struct list *)argument)->n;
        v = (const struct iovec *)((const struct list *)argument)->buffers;
    }
    for (unsigned i = 0; (operation == BUFFERS || operation == BUFFERS2) && v != NULL && i < n; i++)
        heap_lend(v[i].iov_base, v[i].iov_len);
}

/* Whether a call that makes a process leaves it the memory of this one. */
static bool shares_memory(long number, long a) {
    if (number == SYS_clone3)
        return a == 0 || (*(const uint64_t *)a & CLONE_VM) != 0;
    return number == SYS_clone && (a & CLONE_VM) != 0;
}

/* The process is copied, memory and all. */
static long copy(long number, long a, long b, long c, long d, long e) {
    heap_copying();
    long pid = direct_call(number, a, b, c, d, e, 0);
    heap_copied(pid);
    return heap_result(pid);
}

static __attribute__((noinline, used)) long look(long number, long a, long b, long c, long d, long e, long f,
                                           const void *caller) {
    switch (number) {
    case SYS_mmap:
        return (long)heap_map((void *)a, (size_t)b, (int)c, (int)d, (int)e, f, caller);
    case SYS_munmap:
        return heap_munmap((void *)a, (size_t)b);
    case SYS_mremap:
        return (long)heap_mremap((void *)a, (size_t)b, (size_t)c, (int)d, (void *)e);
    case SYS_madvise:
        return heap_madvise((void *)a, (size_t)b, (int)c);
    case SYS_process_madvise:
        return heap_process_madvise((int)a, (const struct iovec *)b, (size_t)c, (int)d, (unsigned)e);
    case SYS_mprotect:
        return heap_mprotect((void *)a, (size_t)b, (int)c);
    case SYS_pkey_mprotect:
        return heap_pkey_mprotect((void *)a, (size_t)b, (int)c, (int)d);
    case SYS_shmat:
        return (long)heap_shmat((int)a, (void *)b, (int)c);
    case SYS_rt_sigaction:
        note_action(a, (const void *const *)b);
        break;
    case SYS_io_uring_register:
        lend_buffers(b, (const void *)c, (unsigned)d);
        break;
    case SYS_ioctl:
        heap_before_ioctl((unsigned long)b, (const void *)c);
        break;
    case SYS_close_range:
        return heap_close_between((unsigned)a, (unsigned)b, (int)c);
    case SYS_close:
        if (!heap_may_close((int)a))
            return heap_result(-EBADF);
        break;
#ifdef SYS_dup2
    case SYS_dup2:
#endif
    case SYS_dup3:
        if (!heap_may_close((int)b))
            return heap_result(-EBUSY);
        break;
#ifdef SYS_fork
    case SYS_fork:
#endif
    case SYS_clone:
    case SYS_clone3:
        if (!shares_memory(number, a))
            return copy(number, a, b, c, d, e);
        break;
    default:
        heap_before_call(number, (const long[]){a, b, c, d, e, f});
    }
    return heap_result(direct_call(number, a, b, c, d, e, f));
}

typedef long call(long, long, long, long, long, long, long);
static call *behind __attribute__((used)); /* the C library's; not in a static program */

/* All six arguments are passed on, as the C library does; which of them the caller
 * gave is the kernel's to know. */
#if defined(__x86_64__)
/* The last one's place in the caller's frame may be a variable of its own: it is not
 * to be written, as a C compiler would, and the way on is a jump, for vfork. */
_Static_assert(NUMBERS == 512 && CLONE_VM == 0x100 && SYS_clone == 56 && SYS_clone3 == 435, "as below");
static __attribute__((naked, used)) long heap_syscall(void) {
    __asm__("cmpq $511, %rdi\n"
            "ja 1f\n"
            "movq %rdi, %rax\n"
            "shrq $6, %rax\n"
            "leaq looked_at(%rip), %r10\n"
            "movq (%r10,%rax,8), %rax\n"
            "btq %rdi, %rax\n"
            "jc 2f\n"
            "1: movq behind(%rip), %rax\n"
            "testq %rax, %rax\n"
            "je 3f\n"
            "jmp *%rax\n"
            /* a child that shares the memory may have a stack of its own, or the parent's */
            "2: cmpq $56, %rdi\n"
            "je 4f\n"
            "cmpq $435, %rdi\n"
            "jne 3f\n"
            "testq %rsi, %rsi\n"
            "je 1b\n"
            "testq $0x100, (%rsi)\n"
            "jnz 1b\n"
            "jmp 3f\n"
            "4: testq $0x100, %rsi\n"
            "jnz 1b\n"
            "3: subq $8, %rsp\n"
            ".cfi_adjust_cfa_offset 8\n"
            "pushq 8(%rsp)\n" /* the caller's address */
            ".cfi_adjust_cfa_offset 8\n"
            "pushq 24(%rsp)\n" /* the last argument */
            ".cfi_adjust_cfa_offset 8\n"
            "call look\n"
            "addq $24, %rsp\n"
            ".cfi_adjust_cfa_offset -24\n"
            "ret");
}
#else
static bool looks_at(unsigned long number, long a) {
    return number < NUMBERS && looked_at[number / 64] >> (number % 64) & 1 && !shares_memory((long)number, a);
}

static long heap_syscall(long number, long a, long b, long c, long d, long e, long f) {
    if (UNLIKELY(looks_at((unsigned long)number, a) || behind == NULL))
        return look(number, a, b, c, d, e, f, __builtin_return_address(0));
    return behind(number, a, b, c, d, e, f);
}
#endif

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wattribute-alias"
IN_FRONT long syscall(long number, ...) __attribute__((alias("heap_syscall")));
#pragma GCC diagnostic pop

static void look_at(long number) { looked_at[number / 64] |= UINT64_C(1) << (number % 64); }

__attribute__((constructor(101))) static void look_up(void) {
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        look_at(numbers[i]);
    for (size_t i = 0; heap_small_call(i) >= 0; i++)
        look_at(heap_small_call(i));
    behind = (call *)heap_next("syscall");
}

#endif
