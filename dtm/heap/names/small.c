/* small.c: calls that hand names and structures of a known size to the kernel, and
 * the arguments of new programs. A program may have a function of its own by one of
 * these names (POSIX names are not reserved in C): it is then not the C library's,
 * and needs nothing from here. */
#define _GNU_SOURCE
#undef _FORTIFY_SOURCE
#include "uses.h"

#include <alloca.h>
#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

/* ---- names of files ---- */

VARIADIC(open, (const char *path, int flags, mode_t mode), (path, flags, mode), named(path))
VARIADIC(open64, (const char *path, int flags, mode_t mode), (path, flags, mode), named(path))
VARIADIC(openat, (int at, const char *path, int flags, mode_t mode), (at, path, flags, mode), named(path))
VARIADIC(openat64, (int at, const char *path, int flags, mode_t mode), (at, path, flags, mode), named(path))
VARIADIC(__open_2, (const char *path, int flags), (path, flags), named(path))
VARIADIC(__open64_2, (const char *path, int flags), (path, flags), named(path))
VARIADIC(__openat_2, (int at, const char *path, int flags), (at, path, flags), named(path))
VARIADIC(__openat64_2, (int at, const char *path, int flags), (at, path, flags), named(path))
VARIADIC(creat, (const char *path, mode_t mode), (path, mode), named(path))
VARIADIC(creat64, (const char *path, mode_t mode), (path, mode), named(path))
#define STREAM(name, parameters, arguments, what) \
    FRONT(heap_small, FILE *, name, parameters, arguments, NULL, HOME(what))
STREAM(fopen, (const char *path, const char *mode), (path, mode), named(path))
STREAM(fopen64, (const char *path, const char *mode), (path, mode), named(path))
STREAM(freopen, (const char *path, const char *mode, FILE *f), (path, mode, f), named(path))
STREAM(freopen64, (const char *path, const char *mode, FILE *f), (path, mode, f), named(path))
FRONT(heap_small, DIR *, opendir, (const char *path), (path), NULL, HOME(named(path)))

SMALL(int, access, (const char *path, int mode), (path, mode), named(path))
SMALL(int, faccessat, (int at, const char *path, int mode, int flags), (at, path, mode, flags), named(path))
SMALL(int, euidaccess, (const char *path, int mode), (path, mode), named(path))
SMALL(int, eaccess, (const char *path, int mode), (path, mode), named(path))
SMALL(int, chdir, (const char *path), (path), named(path))
SMALL(int, chroot, (const char *path), (path), named(path))
SMALL(int, chmod, (const char *path, mode_t mode), (path, mode), named(path))
SMALL(int, fchmodat, (int at, const char *path, mode_t mode, int flags), (at, path, mode, flags), named(path))
SMALL(int, chown, (const char *path, uid_t u, gid_t g), (path, u, g), named(path))
SMALL(int, lchown, (const char *path, uid_t u, gid_t g), (path, u, g), named(path))
SMALL(int, fchownat, (int at, const char *path, uid_t u, gid_t g, int flags), (at, path, u, g, flags), named(path))
SMALL(int, link, (const char *from, const char *to), (from, to), named(from); named(to))
SMALL(int, linkat, (int at, const char *from, int in, const char *to, int flags), (at, from, in, to, flags),
      named(from); named(to))
SMALL(int, symlink, (const char *from, const char *to), (from, to), named(from); named(to))
SMALL(int, symlinkat, (const char *from, int in, const char *to), (from, in, to), named(from); named(to))
SMALL(int, rename, (const char *from, const char *to), (from, to), named(from); named(to))
SMALL(int, renameat, (int at, const char *from, int in, const char *to), (at, from, in, to), named(from); named(to))
SMALL(int, renameat2, (int at, const char *from, int in, const char *to, unsigned flags), (at, from, in, to, flags),
      named(from); named(to))
SMALL(int, unlink, (const char *path), (path), named(path))
SMALL(int, unlinkat, (int at, const char *path, int flags), (at, path, flags), named(path))
SMALL(int, remove, (const char *path), (path), named(path))
SMALL(int, rmdir, (const char *path), (path), named(path))
SMALL(int, mkdir, (const char *path, mode_t mode), (path, mode), named(path))
SMALL(int, mkdirat, (int at, const char *path, mode_t mode), (at, path, mode), named(path))
SMALL(int, mkfifo, (const char *path, mode_t mode), (path, mode), named(path))
SMALL(int, mkfifoat, (int at, const char *path, mode_t mode), (at, path, mode), named(path))
SMALL(int, truncate, (const char *path, off_t n), (path, n), named(path))
SMALL(int, truncate64, (const char *path, off64_t n), (path, n), named(path))
SMALL(int, utime, (const char *path, const struct utimbuf *t), (path, t), named(path); VALUE(t))
SMALL(int, utimes, (const char *path, const struct timeval t[2]), (path, t), named(path); reads(t, 2 * sizeof *t))
SMALL(int, lutimes, (const char *path, const struct timeval t[2]), (path, t), named(path); reads(t, 2 * sizeof *t))
SMALL(int, futimens, (int fd, const struct timespec t[2]), (fd, t), reads(t, 2 * sizeof *t))
SMALL(int, utimensat, (int at, const char *path, const struct timespec t[2], int flags), (at, path, t, flags),
      named(path); reads(t, 2 * sizeof *t))
SMALL(int, inotify_add_watch, (int fd, const char *path, uint32_t events), (fd, path, events), named(path))
SMALL(int, statfs, (const char *path, struct statfs *s), (path, s), named(path); OBJECT(s))
SMALL(int, statfs64, (const char *path, struct statfs64 *s), (path, s), named(path); OBJECT(s))
SMALL(int, fstatfs, (int fd, struct statfs *s), (fd, s), OBJECT(s))
SMALL(int, fstatfs64, (int fd, struct statfs64 *s), (fd, s), OBJECT(s))
#if __GLIBC_PREREQ(2, 33) /* functions of other names before */
SMALL(int, stat, (const char *path, struct stat *s), (path, s), named(path); OBJECT(s))
SMALL(int, stat64, (const char *path, struct stat64 *s), (path, s), named(path); OBJECT(s))
SMALL(int, lstat, (const char *path, struct stat *s), (path, s), named(path); OBJECT(s))
SMALL(int, lstat64, (const char *path, struct stat64 *s), (path, s), named(path); OBJECT(s))
SMALL(int, fstat, (int fd, struct stat *s), (fd, s), OBJECT(s))
SMALL(int, fstat64, (int fd, struct stat64 *s), (fd, s), OBJECT(s))
SMALL(int, fstatat, (int at, const char *path, struct stat *s, int flags), (at, path, s, flags), named(path);
      OBJECT(s))
SMALL(int, fstatat64, (int at, const char *path, struct stat64 *s, int flags), (at, path, s, flags), named(path);
      OBJECT(s))
#endif
SMALL(int, statx, (int at, const char *path, int flags, unsigned what, struct statx *s), (at, path, flags, what, s),
      named(path); OBJECT(s))
SMALL(ssize_t, getxattr, (const char *path, const char *key, void *p, size_t n), (path, key, p, n), named(path);
      named(key); fills(p, n))
SMALL(ssize_t, lgetxattr, (const char *path, const char *key, void *p, size_t n), (path, key, p, n), named(path);
      named(key); fills(p, n))
SMALL(ssize_t, fgetxattr, (int fd, const char *key, void *p, size_t n), (fd, key, p, n), named(key); fills(p, n))
SMALL(int, setxattr, (const char *path, const char *key, const void *p, size_t n, int f), (path, key, p, n, f),
      named(path); named(key); reads(p, n))
SMALL(int, lsetxattr, (const char *path, const char *key, const void *p, size_t n, int f), (path, key, p, n, f),
      named(path); named(key); reads(p, n))
SMALL(int, fsetxattr, (int fd, const char *key, const void *p, size_t n, int f), (fd, key, p, n, f), named(key);
      reads(p, n))

/* ---- descriptors ---- */

/* What the number of a request says of its argument; older ones say nothing and have
 * small structures. Addresses in those are not followed. */
static size_t request_size(unsigned long request) {
    size_t n = request >> 16 & 0x3fff;
    return n > 0 ? n : 4096;
}

/* A userfaultfd of the program's own: the memory is its, and no other's can have it. */
struct faults {
    uint64_t start, length, mode, calls;
};

void heap_before_ioctl(unsigned long request, const void *p) {
    if (request == _IOWR(0xAA, 0x00, struct faults)) /* UFFDIO_REGISTER */
        heap_lend((const void *)((const struct faults *)p)->start, ((const struct faults *)p)->length);
    HOME(address_or_number(p, request_size(request)));
}

FREELY(ioctl, (int fd, unsigned long request, void *p), (fd, request, p), heap_before_ioctl(request, p))
VARIADIC(fcntl, (int fd, int command, void *p), (fd, command, p), address_or_number(p, 64))
VARIADIC(fcntl64, (int fd, int command, void *p), (fd, command, p), address_or_number(p, 64))
SMALL(int, pipe, (int p[2]), (p), fills(p, 2 * sizeof *p))
SMALL(int, pipe2, (int p[2], int flags), (p, flags), fills(p, 2 * sizeof *p))
SMALL(ssize_t, sendfile, (int to, int from, off_t *at, size_t n), (to, from, at, n), OBJECT(at))
SMALL(ssize_t, sendfile64, (int to, int from, off64_t *at, size_t n), (to, from, at, n), OBJECT(at))
SMALL(ssize_t, copy_file_range, (int from, off64_t *p, int to, off64_t *q, size_t n, unsigned f), (from, p, to, q, n, f),
      OBJECT(p); OBJECT(q))
SMALL(ssize_t, splice, (int from, off64_t *p, int to, off64_t *q, size_t n, unsigned f), (from, p, to, q, n, f),
      OBJECT(p); OBJECT(q))

/* ---- sockets ---- */

static void option(const void *value, const socklen_t *length) {
    OBJECT(length);
    if (length != NULL)
        fills(value, *length);
}

SMALL(int, bind, (int fd, const struct sockaddr *p, socklen_t n), (fd, p, n), reads(p, n))
SMALL(int, connect, (int fd, const struct sockaddr *p, socklen_t n), (fd, p, n), reads(p, n))
SMALL(int, accept, (int fd, struct sockaddr *p, socklen_t *n), (fd, p, n), address(p, n))
SMALL(int, accept4, (int fd, struct sockaddr *p, socklen_t *n, int flags), (fd, p, n, flags), address(p, n))
SMALL(int, getsockname, (int fd, struct sockaddr *p, socklen_t *n), (fd, p, n), address(p, n))
SMALL(int, getpeername, (int fd, struct sockaddr *p, socklen_t *n), (fd, p, n), address(p, n))
SMALL(int, getsockopt, (int fd, int level, int name, void *p, socklen_t *n), (fd, level, name, p, n), option(p, n))
SMALL(int, setsockopt, (int fd, int level, int name, const void *p, socklen_t n), (fd, level, name, p, n), reads(p, n))
SMALL(int, socketpair, (int domain, int type, int protocol, int p[2]), (domain, type, protocol, p),
      fills(p, 2 * sizeof *p))

/* ---- waiting ---- */

static void sets(long n, const void *a, const void *b, const void *c) {
    size_t bytes = (COUNT(n) + 63) / 64 * 8;
    fills(a, bytes);
    fills(b, bytes);
    fills(c, bytes);
}

SMALL(int, select, (int n, fd_set *r, fd_set *w, fd_set *x, struct timeval *t), (n, r, w, x, t), sets(n, r, w, x);
      OBJECT(t))
SMALL(int, pselect, (int n, fd_set *r, fd_set *w, fd_set *x, const struct timespec *t, const sigset_t *s),
      (n, r, w, x, t, s), sets(n, r, w, x); VALUE(t); mask(s))
SMALL(int, epoll_ctl, (int fd, int operation, int other, struct epoll_event *e), (fd, operation, other, e), VALUE(e))
SMALL(int, nanosleep, (const struct timespec *t, struct timespec *left), (t, left), VALUE(t); OBJECT(left))
FRONT(heap_small, int, clock_nanosleep, (clockid_t c, int flags, const struct timespec *t, struct timespec *left),
      (c, flags, t, left), ENOSYS, HOME(VALUE(t); OBJECT(left)))
SMALL(pid_t, wait, (int *status), (status), OBJECT(status))
SMALL(pid_t, waitpid, (pid_t pid, int *status, int options), (pid, status, options), OBJECT(status))
SMALL(pid_t, wait3, (int *status, int options, struct rusage *u), (status, options, u), OBJECT(status); OBJECT(u))
SMALL(pid_t, wait4, (pid_t pid, int *status, int options, struct rusage *u), (pid, status, options, u), OBJECT(status);
      OBJECT(u))
SMALL(int, waitid, (idtype_t type, id_t id, siginfo_t *info, int options), (type, id, info, options), OBJECT(info))

/* ---- signals ---- */

static void masks(const void *set, const void *old) {
    mask(set);
    fills(old, MASK_BYTES);
}

SMALL(int, sigprocmask, (int how, const sigset_t *set, sigset_t *old), (how, set, old), masks(set, old))
FRONT(heap_small, int, pthread_sigmask, (int how, const sigset_t *set, sigset_t *old), (how, set, old), ENOSYS,
      HOME(masks(set, old)))
SMALL(int, sigsuspend, (const sigset_t *set), (set), mask(set))
SMALL(int, sigpending, (sigset_t *set), (set), fills(set, MASK_BYTES))
SMALL(int, sigwaitinfo, (const sigset_t *set, siginfo_t *info), (set, info), mask(set); OBJECT(info))
SMALL(int, sigtimedwait, (const sigset_t *set, siginfo_t *info, const struct timespec *t), (set, info, t), mask(set);
      OBJECT(info); VALUE(t))
FRONT(heap_small, int, sigwait, (const sigset_t *set, int *sig), (set, sig), ENOSYS, HOME(mask(set)))

/* ---- clocks and numbers ---- */

SMALL(int, clock_gettime, (clockid_t c, struct timespec *t), (c, t), OBJECT(t))
SMALL(int, clock_getres, (clockid_t c, struct timespec *t), (c, t), OBJECT(t))
SMALL(int, clock_settime, (clockid_t c, const struct timespec *t), (c, t), VALUE(t))
SMALL(int, gettimeofday, (struct timeval *t, void *zone), (t, zone), OBJECT(t))
SMALL(int, timerfd_settime, (int fd, int flags, const struct itimerspec *t, struct itimerspec *old),
      (fd, flags, t, old), VALUE(t); OBJECT(old))
SMALL(int, timerfd_gettime, (int fd, struct itimerspec *t), (fd, t), OBJECT(t))
SMALL(int, timer_settime, (timer_t id, int flags, const struct itimerspec *t, struct itimerspec *old),
      (id, flags, t, old), VALUE(t); OBJECT(old))
SMALL(int, timer_gettime, (timer_t id, struct itimerspec *t), (id, t), OBJECT(t))
SMALL(int, setitimer, (__itimer_which_t which, const struct itimerval *t, struct itimerval *old), (which, t, old),
      VALUE(t); OBJECT(old))
SMALL(int, getitimer, (__itimer_which_t which, struct itimerval *t), (which, t), OBJECT(t))
SMALL(clock_t, times, (struct tms *t), (t), OBJECT(t))
SMALL(int, uname, (struct utsname *u), (u), OBJECT(u))
SMALL(int, sysinfo, (struct sysinfo *s), (s), OBJECT(s))
SMALL(int, getrusage, (__rusage_who_t who, struct rusage *u), (who, u), OBJECT(u))
SMALL(int, getrlimit, (__rlimit_resource_t what, struct rlimit *l), (what, l), OBJECT(l))
SMALL(int, getrlimit64, (__rlimit_resource_t what, struct rlimit64 *l), (what, l), OBJECT(l))
SMALL(int, setrlimit, (__rlimit_resource_t what, const struct rlimit *l), (what, l), VALUE(l))
SMALL(int, setrlimit64, (__rlimit_resource_t what, const struct rlimit64 *l), (what, l), VALUE(l))
SMALL(int, getgroups, (int n, gid_t *p), (n, p), things(fills, p, sizeof *p, COUNT(n)))
SMALL(int, setgroups, (size_t n, const gid_t *p), (n, p), things(reads, p, sizeof *p, n))

/* ---- messages and semaphores of System V ---- */

SMALL(int, msgsnd, (int id, const void *p, size_t n, int flags), (id, p, n, flags), reads(p, sizeof(long) + n))
SMALL(ssize_t, msgrcv, (int id, void *p, size_t n, long type, int flags), (id, p, n, type, flags),
      fills(p, sizeof(long) + n))
SMALL(int, semop, (int id, struct sembuf *p, size_t n), (id, p, n), things(reads, p, sizeof *p, n))

/* ---- new programs ---- */

static void program(const char *path, char *const *arguments, char *const *variables) {
    named(path);
    texts(arguments);
    texts(variables);
}

SMALL(int, execve, (const char *path, char *const a[], char *const e[]), (path, a, e), program(path, a, e))
SMALL(int, fexecve, (int fd, char *const a[], char *const e[]), (fd, a, e), program(NULL, a, e))
SMALL(int, execv, (const char *path, char *const a[]), (path, a), program(path, a, environ))
SMALL(int, execvp, (const char *path, char *const a[]), (path, a), program(path, a, environ))
SMALL(int, execvpe, (const char *path, char *const a[], char *const e[]), (path, a, e), program(path, a, e))
#define SPAWN(name)                                                                                    \
    FRONT(heap_small, int, name,                                                                       \
          (pid_t * pid, const char *path, const posix_spawn_file_actions_t *f, const posix_spawnattr_t *t, \
           char *const a[], char *const e[]),                                                          \
          (pid, path, f, t, a, e), ENOSYS, HOME(program(path, a, e)))
SPAWN(posix_spawn)
SPAWN(posix_spawnp)
SMALL(int, system, (const char *command), (command), text(command); texts(environ))
STREAM(popen, (const char *command, const char *mode), (command, mode), text(command); texts(environ))

/* The arguments of execl and the like as an array, and what follows them. */
#define GATHER(array, first, after)                   \
    va_list list_;                                    \
    size_t n_ = 1;                                    \
    va_start(list_, first);                           \
    for (const char *s_ = first; s_ != NULL; n_++)    \
        s_ = va_arg(list_, const char *);             \
    va_end(list_);                                    \
    char **array = alloca(n_ * sizeof *array);        \
    va_start(list_, first);                           \
    array[0] = (char *)first;                         \
    for (size_t i_ = 1; i_ < n_; i_++)                \
        array[i_] = va_arg(list_, char *);            \
    after;                                            \
    va_end(list_)

IN_FRONT int execl(const char *path, const char *first, ...) {
    GATHER(array, first, );
    return heap_execv(path, array);
}

IN_FRONT int execlp(const char *path, const char *first, ...) {
    GATHER(array, first, );
    return heap_execvp(path, array);
}

IN_FRONT int execle(const char *path, const char *first, ...) {
    GATHER(array, first, char **variables = va_arg(list_, char **));
    return heap_execve(path, array, variables);
}

/* ---- calls by their numbers ---- */

/* What one argument is: a name, or an object that the kernel reads or fills of so many
 * bytes; below zero, as many as argument ~size says. */
enum kind { NONE, NAME, READ, FILL };
struct known {
    short number;
    struct {
        unsigned char index, kind;
        short size;
    } argument[4];
};
#define N(i) {i, NAME, 0}
#define R(i, size) {i, READ, size}
#define F(i, size) {i, FILL, size}
#define A(i, length) {i, FILL, sizeof(struct sockaddr_storage)}, {length, FILL, sizeof(socklen_t)}

enum { TIME = sizeof(struct timespec), TIMES = 2 * TIME };

static const struct known known[] = {
    {SYS_futex, {F(0, 4)}},
    {SYS_openat, {N(1)}},
    {SYS_faccessat, {N(1)}},
    {SYS_chdir, {N(0)}},
    {SYS_fchmodat, {N(1)}},
    {SYS_fchownat, {N(1)}},
    {SYS_linkat, {N(1), N(3)}},
    {SYS_symlinkat, {N(0), N(2)}},
    {SYS_renameat2, {N(1), N(3)}},
    {SYS_unlinkat, {N(1)}},
    {SYS_mkdirat, {N(1)}},
    {SYS_mknodat, {N(1)}},
    {SYS_memfd_create, {N(0)}},
    {SYS_truncate, {N(0)}},
    {SYS_utimensat, {N(1), R(2, TIMES)}},
    {SYS_statfs, {N(0), F(1, sizeof(struct statfs))}},
    {SYS_fstatfs, {F(1, sizeof(struct statfs))}},
    {SYS_newfstatat, {N(1), F(2, sizeof(struct stat))}},
    {SYS_fstat, {F(1, sizeof(struct stat))}},
    {SYS_statx, {N(1), F(4, 256)}},
    {SYS_getdents64, {F(1, ~2)}},
    {SYS_pipe2, {F(0, 8)}},
    {SYS_sendfile, {F(2, 8)}},
    {SYS_copy_file_range, {F(1, 8), F(3, 8)}},
    {SYS_splice, {F(1, 8), F(3, 8)}},
    {SYS_bind, {R(1, ~2)}},
    {SYS_connect, {R(1, ~2)}},
    {SYS_accept4, {A(1, 2)}},
    {SYS_accept, {A(1, 2)}},
    {SYS_getsockname, {A(1, 2)}},
    {SYS_getpeername, {A(1, 2)}},
    {SYS_getsockopt, {F(3, 4096), F(4, 4)}},
    {SYS_setsockopt, {R(3, ~4)}},
    {SYS_socketpair, {F(3, 8)}},
    {SYS_pselect6, {F(1, 1024), F(2, 1024), F(3, 1024), F(4, TIME)}},
    {SYS_epoll_ctl, {R(3, sizeof(struct epoll_event))}},
    {SYS_nanosleep, {R(0, TIME), F(1, TIME)}},
    {SYS_clock_nanosleep, {R(2, TIME), F(3, TIME)}},
    {SYS_wait4, {F(1, 4), F(3, sizeof(struct rusage))}},
    {SYS_waitid, {F(2, sizeof(siginfo_t)), F(4, sizeof(struct rusage))}},
    {SYS_rt_sigprocmask, {R(1, ~3), F(2, ~3)}},
    {SYS_rt_sigsuspend, {R(0, ~1)}},
    {SYS_rt_sigpending, {F(0, ~1)}},
    {SYS_rt_sigtimedwait, {R(0, ~3), F(1, sizeof(siginfo_t)), R(2, TIME)}},
    {SYS_clock_gettime, {F(1, TIME)}},
    {SYS_clock_getres, {F(1, TIME)}},
    {SYS_gettimeofday, {F(0, sizeof(struct timeval))}},
    {SYS_timerfd_settime, {R(2, TIMES), F(3, TIMES)}},
    {SYS_timerfd_gettime, {F(1, TIMES)}},
    {SYS_timer_settime, {R(2, TIMES), F(3, TIMES)}},
    {SYS_timer_gettime, {F(1, TIMES)}},
    {SYS_setitimer, {R(1, TIMES), F(2, TIMES)}},
    {SYS_getitimer, {F(1, TIMES)}},
    {SYS_times, {F(0, sizeof(struct tms))}},
    {SYS_uname, {F(0, sizeof(struct utsname))}},
    {SYS_sysinfo, {F(0, sizeof(struct sysinfo))}},
    {SYS_getrusage, {F(1, sizeof(struct rusage))}},
    {SYS_getrlimit, {F(1, sizeof(struct rlimit))}},
    {SYS_setrlimit, {R(1, sizeof(struct rlimit))}},
    {SYS_prlimit64, {R(2, sizeof(struct rlimit)), F(3, sizeof(struct rlimit))}},
    {SYS_getcpu, {F(0, 4), F(1, 4)}},
    {SYS_sched_getaffinity, {F(2, ~1)}},
    {SYS_sched_setaffinity, {R(2, ~1)}},
    {SYS_msgsnd, {R(1, ~2), R(1, 8)}},
    {SYS_semop, {R(1, 4096)}},
    {SYS_fcntl, {F(2, 64)}},
    {SYS_execve, {N(0)}},
    {SYS_execveat, {N(1)}},
    {SYS_mlock, {F(0, ~1)}},
    {SYS_mlock2, {F(0, ~1)}},
    {SYS_sigaltstack, {R(0, sizeof(stack_t)), F(1, sizeof(stack_t))}},
    {SYS_signalfd4, {R(1, ~2)}},
    {SYS_sched_setparam, {R(1, sizeof(struct sched_param))}},
    {SYS_sched_getparam, {F(1, sizeof(struct sched_param))}},
    {SYS_sched_setscheduler, {R(2, sizeof(struct sched_param))}},
    {SYS_sched_rr_get_interval, {F(1, TIME)}},
    {SYS_prctl, {F(1, 4096)}},
#ifdef SYS_open /* not on newer machines */
    {SYS_open, {N(0)}},
    {SYS_stat, {N(0), F(1, sizeof(struct stat))}},
    {SYS_lstat, {N(0), F(1, sizeof(struct stat))}},
    {SYS_access, {N(0)}},
    {SYS_unlink, {N(0)}},
    {SYS_rmdir, {N(0)}},
    {SYS_mkdir, {N(0)}},
    {SYS_rename, {N(0), N(1)}},
    {SYS_pipe, {F(0, 8)}},
    {SYS_select, {F(1, 1024), F(2, 1024), F(3, 1024), F(4, TIME)}},
    {SYS_time, {F(0, 8)}},
#endif
};
enum { KNOWN = sizeof known / sizeof *known };

static void look(const struct known *k, const long a[6]) {
    for (int i = 0; i < 4; i++) {
        const void *p = (const void *)a[k->argument[i].index];
        short size = k->argument[i].size;
        size_t n = size < 0 ? (size_t)a[~size] : (size_t)size;
        switch (k->argument[i].kind) {
        case NAME: named(p); break;
        case READ: reads(p, n); break;
        case FILL: address_or_number(p, n); break;
        }
    }
    if (k->number == SYS_execve || k->number == SYS_execveat) {
        int first = k->number == SYS_execve ? 1 : 2;
        texts((char *const *)a[first]);
        texts((char *const *)a[first + 1]);
    }
}

void heap_before_small_call(long number, const long a[6]) {
    for (const struct known *k = known; k < known + KNOWN; k++)
        if (k->number == number)
            look(k, a);
}

long heap_small_call(size_t i) { return i < KNOWN ? known[i].number : -1; }

/* ---- the table ---- */

extern const struct front __start_heap_small[] __attribute__((visibility("hidden")));
extern const struct front __stop_heap_small[] __attribute__((visibility("hidden")));

__attribute__((constructor(101))) static void look_up(void) {
    for (const struct front *f = __start_heap_small; f < __stop_heap_small; f++)
        if (*f->next == NULL)
            *f->next = heap_next(f->name);
}
