/* refuse WHAT PROGRAM [ARGUMENT...]: runs the program in a kernel that lacks
 * something, by a seccomp filter:
 *
 *   userfaultfd   there is none (EPERM), neither the call nor the device's
 *   privileged    userfaultfd only with UFFD_USER_MODE_ONLY
 *   pagemap-scan  PAGEMAP_SCAN is an unknown request (ENOTTY)
 *   both          neither userfaultfd nor PAGEMAP_SCAN
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { USER_MODE_ONLY = 1 };
#define NEW_USERFAULTFD 0xAA00u  /* USERFAULTFD_IOC_NEW on /dev/userfaultfd */
#define PAGEMAP_SCAN_ 0xC0606610u /* PAGEMAP_SCAN on /proc/pid/pagemap */

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define UNLESS(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skip)
#define UNLESS_SET(bits, skip) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, skip)
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, what)
#define REFUSE(error) RETURN(SECCOMP_RET_ERRNO | (error))

static int install(struct sock_filter *code, size_t n)
{
    struct sock_fprog program = {(unsigned short)n, code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static int without_userfaultfd(int user_mode)
{
    struct sock_filter code[] = {
        LOAD(nr),
        UNLESS(SYS_userfaultfd, 4),
        LOAD(args[0]),
        UNLESS_SET(user_mode ? USER_MODE_ONLY : 0, 1),
        RETURN(SECCOMP_RET_ALLOW),
        REFUSE(EPERM),
        UNLESS(SYS_ioctl, 3),
        LOAD(args[1]),
        UNLESS(NEW_USERFAULTFD, 1),
        REFUSE(EPERM),
        RETURN(SECCOMP_RET_ALLOW),
    };
    return install(code, sizeof code / sizeof *code);
}

static int without_pagemap_scan(void)
{
    struct sock_filter code[] = {
        LOAD(nr),
        UNLESS(SYS_ioctl, 3),
        LOAD(args[1]),
        UNLESS(PAGEMAP_SCAN_, 1),
        REFUSE(ENOTTY),
        RETURN(SECCOMP_RET_ALLOW),
    };
    return install(code, sizeof code / sizeof *code);
}

int main(int argc, char **argv)
{
    const char *what = argc > 2 ? argv[1] : "";
    int failed = -1;
    if (strcmp(what, "userfaultfd") == 0)
        failed = without_userfaultfd(0);
    else if (strcmp(what, "privileged") == 0)
        failed = without_userfaultfd(1);
    else if (strcmp(what, "pagemap-scan") == 0)
        failed = without_pagemap_scan();
    else if (strcmp(what, "both") == 0)
        failed = without_userfaultfd(0) || without_pagemap_scan();
    if (failed) {
        fprintf(stderr, "usage: refuse userfaultfd|privileged|pagemap-scan|both program [argument...]\n");
        return 125;
    }
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    return 126;
}
