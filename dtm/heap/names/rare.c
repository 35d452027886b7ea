/* rare.c: calls as in small.c, which few programs make, or whose memory is only looked
 * at or locked. */
#define _GNU_SOURCE
#undef _FORTIFY_SOURCE
#include "uses.h"

#include <dirent.h>
#include <fcntl.h>
#include <mqueue.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

/* A call that returns its error number. */
#define ERROR(name, parameters, arguments, what) \
    FRONT(heap_small, int, name, parameters, arguments, ENOSYS, HOME(what))

/* ---- memory ---- */

SMALL(int, mlock, (const void *p, size_t n), (p, n), fills(p, n))
SMALL(int, mlock2, (const void *p, size_t n, unsigned flags), (p, n, flags), fills(p, n))
SMALL(int, mincore, (void *p, size_t n, unsigned char *seen), (p, n, seen), fills(seen, (n + PAGE - 1) / PAGE))
SMALL(int, memfd_create, (const char *name, unsigned flags), (name, flags), named(name))

/* ---- files ---- */

SMALL(int, mknod, (const char *path, mode_t mode, dev_t d), (path, mode, d), named(path))
SMALL(int, mknodat, (int at, const char *path, mode_t mode, dev_t d), (at, path, mode, d), named(path))
SMALL(int, statvfs, (const char *path, struct statvfs *s), (path, s), named(path))
SMALL(int, statvfs64, (const char *path, struct statvfs64 *s), (path, s), named(path))
SMALL(key_t, ftok, (const char *path, int id), (path, id), named(path))
SMALL(long, pathconf, (const char *path, int what), (path, what), named(path))
SMALL(int, ttyname_r, (int fd, char *p, size_t n), (fd, p, n), fills(p, n))
SMALL(ssize_t, listxattr, (const char *path, char *p, size_t n), (path, p, n), named(path); fills(p, n))
SMALL(ssize_t, llistxattr, (const char *path, char *p, size_t n), (path, p, n), named(path); fills(p, n))
SMALL(ssize_t, flistxattr, (int fd, char *p, size_t n), (fd, p, n), fills(p, n))
SMALL(int, removexattr, (const char *path, const char *key), (path, key), named(path); named(key))
SMALL(int, lremovexattr, (const char *path, const char *key), (path, key), named(path); named(key))
SMALL(int, name_to_handle_at, (int at, const char *path, struct file_handle *h, int *mount, int flags),
      (at, path, h, mount, flags), named(path); fills(h, sizeof *h + MAX_HANDLE_SZ); OBJECT(mount))
SMALL(int, open_by_handle_at, (int mount, struct file_handle *h, int flags), (mount, h, flags),
      reads(h, sizeof *h + MAX_HANDLE_SZ))
SMALL(int, fremovexattr, (int fd, const char *key), (fd, key), named(key))
SMALL(ssize_t, getdents64, (int fd, void *p, size_t n), (fd, p, n), fills(p, n))

typedef int order(const struct dirent **, const struct dirent **);
SMALL(int, scandir, (const char *path, struct dirent ***list, int (*wanted)(const struct dirent *), order *less),
      (path, list, wanted, less), named(path))
typedef int order64(const struct dirent64 **, const struct dirent64 **);
SMALL(int, scandir64, (const char *path, struct dirent64 ***list, int (*wanted)(const struct dirent64 *), order64 *less),
      (path, list, wanted, less), named(path))

/* ---- random bytes ---- */

void arc4random_buf(void *, size_t); /* the C library's, or that of another library */
FRONT(heap_small, void, arc4random_buf, (void *p, size_t n), (p, n), heap_die("omp2cl: there is no arc4random_buf\n"),
      HOME(fills(p, n)))

/* ---- messages and semaphores ---- */

VARIADIC(mq_open, (const char *name, int flags, mode_t mode, struct mq_attr *a), (name, flags, mode, a), named(name);
         if (flags & O_CREAT) VALUE(a))
SMALL(int, mq_unlink, (const char *name), (name), named(name))
SMALL(int, mq_send, (mqd_t q, const char *p, size_t n, unsigned priority), (q, p, n, priority), reads(p, n))
SMALL(int, mq_timedsend, (mqd_t q, const char *p, size_t n, unsigned priority, const struct timespec *t),
      (q, p, n, priority, t), reads(p, n); VALUE(t))
SMALL(ssize_t, mq_receive, (mqd_t q, char *p, size_t n, unsigned *priority), (q, p, n, priority), fills(p, n);
      OBJECT(priority))
SMALL(ssize_t, mq_timedreceive, (mqd_t q, char *p, size_t n, unsigned *priority, const struct timespec *t),
      (q, p, n, priority, t), fills(p, n); OBJECT(priority); VALUE(t))
SMALL(int, mq_getattr, (mqd_t q, struct mq_attr *a), (q, a), OBJECT(a))
SMALL(int, mq_setattr, (mqd_t q, const struct mq_attr *a, struct mq_attr *old), (q, a, old), VALUE(a); OBJECT(old))
SMALL(int, semtimedop, (int id, struct sembuf *p, size_t n, const struct timespec *t), (id, p, n, t),
      things(reads, p, sizeof *p, n); VALUE(t))
VARIADIC(semctl, (int id, int number, int command, void *p), (id, number, command, p), address_or_number(p, 4096))
SMALL(int, shmctl, (int id, int command, struct shmid_ds *p), (id, command, p), OBJECT(p))
SMALL(int, msgctl, (int id, int command, struct msqid_ds *p), (id, command, p), OBJECT(p))

/* ---- threads and limits ---- */

SMALL(int, sched_getaffinity, (pid_t pid, size_t n, cpu_set_t *p), (pid, n, p), fills(p, n))
SMALL(int, sched_setaffinity, (pid_t pid, size_t n, const cpu_set_t *p), (pid, n, p), reads(p, n))
ERROR(pthread_getaffinity_np, (pthread_t t, size_t n, cpu_set_t *p), (t, n, p), fills(p, n))
ERROR(pthread_setaffinity_np, (pthread_t t, size_t n, const cpu_set_t *p), (t, n, p), reads(p, n))
ERROR(pthread_getname_np, (pthread_t t, char *p, size_t n), (t, p, n), fills(p, n))
SMALL(int, sched_getparam, (pid_t pid, struct sched_param *p), (pid, p), OBJECT(p))
SMALL(int, sched_setparam, (pid_t pid, const struct sched_param *p), (pid, p), VALUE(p))
SMALL(int, sched_setscheduler, (pid_t pid, int policy, const struct sched_param *p), (pid, policy, p), VALUE(p))
SMALL(int, sched_rr_get_interval, (pid_t pid, struct timespec *t), (pid, t), OBJECT(t))
SMALL(int, prlimit, (pid_t pid, enum __rlimit_resource what, const struct rlimit *l, struct rlimit *old),
      (pid, what, l, old), VALUE(l); OBJECT(old))
SMALL(int, prlimit64, (pid_t pid, enum __rlimit_resource what, const struct rlimit64 *l, struct rlimit64 *old),
      (pid, what, l, old), VALUE(l); OBJECT(old))
SMALL(int, getresuid, (uid_t * a, uid_t *b, uid_t *c), (a, b, c), OBJECT(a); OBJECT(b); OBJECT(c))
SMALL(int, getresgid, (gid_t * a, gid_t *b, gid_t *c), (a, b, c), OBJECT(a); OBJECT(b); OBJECT(c))
VARIADIC(prctl, (int what, void *a, void *b, void *c, void *d), (what, a, b, c, d), address_or_number(a, 4096))

int __getgroups_chk(int, gid_t *, size_t); /* with _FORTIFY_SOURCE */
SMALL(int, __getgroups_chk, (int n, gid_t *p, size_t m), (n, p, m), things(fills, p, sizeof *p, COUNT(n)))

/* ---- signals and waiting ---- */

SMALL(int, signalfd, (int fd, const sigset_t *set, int flags), (fd, set, flags), mask(set))
SMALL(int, timer_create, (clockid_t c, struct sigevent *e, timer_t *id), (c, e, id), VALUE(e))
SMALL(int, mq_notify, (mqd_t q, const struct sigevent *e), (q, e), VALUE(e))
FRONT(heap_small, int, thrd_sleep, (const struct timespec *t, struct timespec *left), (t, left), -2,
      HOME(VALUE(t); OBJECT(left)))
SMALL(int, eventfd_read, (int fd, eventfd_t *value), (fd, value), OBJECT(value))
SMALL(int, epoll_pwait2, (int fd, struct epoll_event *p, int n, const struct timespec *t, const sigset_t *s),
      (fd, p, n, t, s), things(fills, p, sizeof *p, COUNT(n)); VALUE(t); mask(s))

/* ---- new programs ---- */

SMALL(int, execveat, (int at, const char *path, char *const a[], char *const e[], int flags), (at, path, a, e, flags),
      named(path); texts(a); texts(e))
