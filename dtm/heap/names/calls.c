/* calls.c: syscall(2), through which programs reach the kernel around the names of
 * the C library. Calls that the room looks at elsewhere are looked at here too; the
 * others go on at once. */
#define _GNU_SOURCE
#undef _FORTIFY_SOURCE
#include "front.h"

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
    SYS_readlink, SYS_poll,     SYS_epoll_wait,
#endif
};

/* The kernel's struct begins with the handler. */
static void note_action(long sig, const void *const *action) {
    if (action != NULL)
        heap_note_handler((int)sig, *action);
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
    case SYS_mprotect:
        return heap_mprotect((void *)a, (size_t)b, (int)c);
    case SYS_pkey_mprotect:
        return heap_pkey_mprotect((void *)a, (size_t)b, (int)c, (int)d);
    case SYS_shmat:
        return (long)heap_shmat((int)a, (void *)b, (int)c);
    case SYS_rt_sigaction:
        note_action(a, (const void *const *)b);
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
_Static_assert(NUMBERS == 512, "as below");
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
            "je 2f\n"
            "jmp *%rax\n"
            "2: subq $8, %rsp\n"
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
static bool looks_at(unsigned long number) {
    return number < NUMBERS && looked_at[number / 64] >> (number % 64) & 1;
}

static long heap_syscall(long number, long a, long b, long c, long d, long e, long f) {
    if (UNLIKELY(looks_at((unsigned long)number) || behind == NULL))
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
