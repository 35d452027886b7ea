/* io.c: calls that hand memory to the kernel. Where it cannot fetch absent pages
 * (or write into protected ones), they are brought home first; elsewhere a call
 * costs one look at a flag more. Calls that touch what they are given in user
 * mode first, such as puts and printf, which measure strings, need nothing. Names
 * and structures of a known size: small.c. */
#define _GNU_SOURCE
#undef _FORTIFY_SOURCE
#include "uses.h"

#include <aio.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#undef fread_unlocked
#undef fwrite_unlocked

enum { MOST_PIECES = 1024 }; /* of a vector; a call with more fails */

static void vector(use *used, const struct iovec *list, size_t n) {
    if (list == NULL || n > MOST_PIECES)
        return;
    reads(list, n * sizeof *list);
    for (size_t i = 0; i < n; i++)
        used(list[i].iov_base, list[i].iov_len);
}

static void message(use *used, const struct msghdr *m) {
    fills(m, sizeof *m);
    used(m->msg_name, m->msg_namelen);
    used(m->msg_control, m->msg_controllen);
    vector(used, m->msg_iov, m->msg_iovlen);
}

static void messages(use *used, const struct mmsghdr *list, unsigned n) {
    fills(list, n * sizeof *list);
    for (unsigned i = 0; i < n; i++)
        message(used, &list[i].msg_hdr);
}

static void control(struct aiocb *cb, int operation) {
    fills(cb, sizeof *cb);
    (operation == LIO_WRITE ? reads : fills)((const void *)cb->aio_buf, cb->aio_nbytes);
}

static void controls(struct aiocb *const *list, int n) {
    for (int i = 0; i < n; i++)
        if (list[i] != NULL && list[i]->aio_lio_opcode != LIO_NOP)
            control(list[i], list[i]->aio_lio_opcode);
}

static void remote(use *used, pid_t pid, const struct iovec *list, size_t n) {
    if (pid == getpid())
        vector(used, list, n);
}

#define IO(result, name, parameters, arguments, what) \
    FRONT(heap_io, result, name, parameters, arguments, -1, HOME(what))

/* ---- files ---- */

IO(ssize_t, read, (int fd, void *p, size_t n), (fd, p, n), fills(p, n))
IO(ssize_t, write, (int fd, const void *p, size_t n), (fd, p, n), reads(p, n))
IO(ssize_t, pread, (int fd, void *p, size_t n, off_t at), (fd, p, n, at), fills(p, n))
IO(ssize_t, pread64, (int fd, void *p, size_t n, off64_t at), (fd, p, n, at), fills(p, n))
IO(ssize_t, pwrite, (int fd, const void *p, size_t n, off_t at), (fd, p, n, at), reads(p, n))
IO(ssize_t, pwrite64, (int fd, const void *p, size_t n, off64_t at), (fd, p, n, at), reads(p, n))
IO(ssize_t, readv, (int fd, const struct iovec *v, int n), (fd, v, n), vector(fills, v, COUNT(n)))
IO(ssize_t, writev, (int fd, const struct iovec *v, int n), (fd, v, n), vector(reads, v, COUNT(n)))
IO(ssize_t, preadv, (int fd, const struct iovec *v, int n, off_t at), (fd, v, n, at), vector(fills, v, COUNT(n)))
IO(ssize_t, preadv64, (int fd, const struct iovec *v, int n, off64_t at), (fd, v, n, at), vector(fills, v, COUNT(n)))
IO(ssize_t, pwritev, (int fd, const struct iovec *v, int n, off_t at), (fd, v, n, at), vector(reads, v, COUNT(n)))
IO(ssize_t, pwritev64, (int fd, const struct iovec *v, int n, off64_t at), (fd, v, n, at), vector(reads, v, COUNT(n)))
IO(ssize_t, preadv2, (int fd, const struct iovec *v, int n, off_t at, int f), (fd, v, n, at, f),
   vector(fills, v, COUNT(n)))
IO(ssize_t, preadv64v2, (int fd, const struct iovec *v, int n, off64_t at, int f), (fd, v, n, at, f),
   vector(fills, v, COUNT(n)))
IO(ssize_t, pwritev2, (int fd, const struct iovec *v, int n, off_t at, int f), (fd, v, n, at, f),
   vector(reads, v, COUNT(n)))
IO(ssize_t, pwritev64v2, (int fd, const struct iovec *v, int n, off64_t at, int f), (fd, v, n, at, f),
   vector(reads, v, COUNT(n)))
IO(ssize_t, vmsplice, (int fd, const struct iovec *v, size_t n, unsigned f), (fd, v, n, f), vector(reads, v, n))
IO(ssize_t, readlink, (const char *path, char *p, size_t n), (path, p, n), named(path); fills(p, n))
IO(ssize_t, readlinkat, (int fd, const char *path, char *p, size_t n), (fd, path, p, n), named(path); fills(p, n))
IO(int, msync, (void *p, size_t n, int flags), (p, n, flags), reads(p, n))
IO(ssize_t, getrandom, (void *p, size_t n, unsigned flags), (p, n, flags), fills(p, n))
IO(int, getentropy, (void *p, size_t n), (p, n), fills(p, n))
FRONT(heap_io, char *, getcwd, (char *p, size_t n), (p, n), NULL, HOME(fills(p, n)))

/* ---- sockets and waiting ---- */

IO(ssize_t, send, (int fd, const void *p, size_t n, int f), (fd, p, n, f), reads(p, n))
IO(ssize_t, recv, (int fd, void *p, size_t n, int f), (fd, p, n, f), fills(p, n))
IO(ssize_t, sendto, (int fd, const void *p, size_t n, int f, const struct sockaddr *to, socklen_t m),
   (fd, p, n, f, to, m), reads(p, n); reads(to, m))
IO(ssize_t, recvfrom, (int fd, void *p, size_t n, int f, struct sockaddr *from, socklen_t *m), (fd, p, n, f, from, m),
   fills(p, n); address(from, m))
IO(ssize_t, sendmsg, (int fd, const struct msghdr *m, int f), (fd, m, f), message(reads, m))
IO(ssize_t, recvmsg, (int fd, struct msghdr *m, int f), (fd, m, f), message(fills, m))
IO(int, sendmmsg, (int fd, struct mmsghdr *m, unsigned n, int f), (fd, m, n, f), messages(reads, m, n))
IO(int, recvmmsg, (int fd, struct mmsghdr *m, unsigned n, int f, struct timespec *t), (fd, m, n, f, t),
   messages(fills, m, n); fills(t, sizeof *t))
IO(int, poll, (struct pollfd *p, nfds_t n, int ms), (p, n, ms), things(fills, p, sizeof *p, n))
IO(int, ppoll, (struct pollfd *p, nfds_t n, const struct timespec *t, const sigset_t *s), (p, n, t, s),
   things(fills, p, sizeof *p, n); reads(t, sizeof *t); mask(s))
IO(int, epoll_wait, (int fd, struct epoll_event *p, int n, int ms), (fd, p, n, ms),
   things(fills, p, sizeof *p, COUNT(n)))
IO(int, epoll_pwait, (int fd, struct epoll_event *p, int n, int ms, const sigset_t *s), (fd, p, n, ms, s),
   things(fills, p, sizeof *p, COUNT(n)); mask(s))

/* ---- other processes, asynchronous calls ---- */

IO(ssize_t, process_vm_readv,
   (pid_t pid, const struct iovec *v, unsigned long n, const struct iovec *w, unsigned long m, unsigned long f),
   (pid, v, n, w, m, f), vector(fills, v, n); remote(reads, pid, w, m))
IO(ssize_t, process_vm_writev,
   (pid_t pid, const struct iovec *v, unsigned long n, const struct iovec *w, unsigned long m, unsigned long f),
   (pid, v, n, w, m, f), vector(reads, v, n); remote(fills, pid, w, m))
_Static_assert(sizeof(struct aiocb) == sizeof(struct aiocb64), "the 64-bit calls take the same struct");
IO(int, aio_read, (struct aiocb *cb), (cb), control(cb, LIO_READ))
IO(int, aio_write, (struct aiocb *cb), (cb), control(cb, LIO_WRITE))
IO(int, lio_listio, (int mode, struct aiocb *const *list, int n, struct sigevent *e), (mode, list, n, e),
   controls(list, n))
IO(int, aio_read64, (struct aiocb64 *cb), (cb), control((struct aiocb *)cb, LIO_READ))
IO(int, aio_write64, (struct aiocb64 *cb), (cb), control((struct aiocb *)cb, LIO_WRITE))
IO(int, lio_listio64, (int mode, struct aiocb64 *const *list, int n, struct sigevent *e), (mode, list, n, e),
   controls((struct aiocb *const *)list, n))

/* ---- stdio: long pieces go between the caller's memory and the kernel ---- */

#define STDIO(name, parameters, arguments, what) \
    FRONT(heap_io, size_t, name, parameters, arguments, 0, HOME(what))
STDIO(fread, (void *p, size_t size, size_t n, FILE *f), (p, size, n, f), things(fills, p, size, n))
STDIO(fwrite, (const void *p, size_t size, size_t n, FILE *f), (p, size, n, f), things(reads, p, size, n))
STDIO(fread_unlocked, (void *p, size_t size, size_t n, FILE *f), (p, size, n, f), things(fills, p, size, n))
STDIO(fwrite_unlocked, (const void *p, size_t size, size_t n, FILE *f), (p, size, n, f), things(reads, p, size, n))

/* ---- the same for programs built with _FORTIFY_SOURCE ---- */

ssize_t __read_chk(int, void *, size_t, size_t);
ssize_t __pread_chk(int, void *, size_t, off_t, size_t);
ssize_t __pread64_chk(int, void *, size_t, off64_t, size_t);
ssize_t __readlink_chk(const char *, char *, size_t, size_t);
ssize_t __readlinkat_chk(int, const char *, char *, size_t, size_t);
char *__getcwd_chk(char *, size_t, size_t);
ssize_t __recv_chk(int, void *, size_t, size_t, int);
ssize_t __recvfrom_chk(int, void *, size_t, size_t, int, struct sockaddr *, socklen_t *);
int __poll_chk(struct pollfd *, nfds_t, int, size_t);
int __ppoll_chk(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *, size_t);
size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);
size_t __fread_unlocked_chk(void *, size_t, size_t, size_t, FILE *);

IO(ssize_t, __read_chk, (int fd, void *p, size_t n, size_t m), (fd, p, n, m), fills(p, n))
IO(ssize_t, __pread_chk, (int fd, void *p, size_t n, off_t at, size_t m), (fd, p, n, at, m), fills(p, n))
IO(ssize_t, __pread64_chk, (int fd, void *p, size_t n, off64_t at, size_t m), (fd, p, n, at, m), fills(p, n))
IO(ssize_t, __readlink_chk, (const char *path, char *p, size_t n, size_t m), (path, p, n, m), named(path); fills(p, n))
IO(ssize_t, __readlinkat_chk, (int fd, const char *path, char *p, size_t n, size_t m), (fd, path, p, n, m),
   named(path); fills(p, n))
FRONT(heap_io, char *, __getcwd_chk, (char *p, size_t n, size_t m), (p, n, m), NULL, HOME(fills(p, n)))
IO(ssize_t, __recv_chk, (int fd, void *p, size_t n, size_t m, int f), (fd, p, n, m, f), fills(p, n))
IO(ssize_t, __recvfrom_chk,
   (int fd, void *p, size_t n, size_t m, int f, struct sockaddr *from, socklen_t *k), (fd, p, n, m, f, from, k),
   fills(p, n); address(from, k))
IO(int, __poll_chk, (struct pollfd *p, nfds_t n, int ms, size_t m), (p, n, ms, m), things(fills, p, sizeof *p, n))
IO(int, __ppoll_chk,
   (struct pollfd *p, nfds_t n, const struct timespec *t, const sigset_t *s, size_t m), (p, n, t, s, m),
   things(fills, p, sizeof *p, n); reads(t, sizeof *t); mask(s))
STDIO(__fread_chk, (void *p, size_t m, size_t size, size_t n, FILE *f), (p, m, size, n, f), things(fills, p, size, n))
STDIO(__fread_unlocked_chk, (void *p, size_t m, size_t size, size_t n, FILE *f), (p, m, size, n, f),
      things(fills, p, size, n))

/* ---- buffers that stdio hands to the kernel whenever it likes ---- */

void heap_lend(const void *p, size_t n) {
    uintptr_t lo = (uintptr_t)p, hi = lo + n;
    if (p == NULL || hi <= lo)
        return;
    heap_leaving(lo, hi);
    heap_exclude(lo, hi);
}

FRONT(heap_io, int, setvbuf, (FILE *f, char *p, int mode, size_t n), (f, p, mode, n), -1, heap_lend(p, n))
FRONT(heap_io, void, setbuf, (FILE *f, char *p), (f, p), , heap_lend(p, BUFSIZ))
FRONT(heap_io, void, setbuffer, (FILE *f, char *p, size_t n), (f, p, n), , heap_lend(p, n))

/* ---- calls by their numbers ---- */

#define P(i) ((const void *)a[i])
#define N(i) ((size_t)a[i])
#define WHEN(call, what) \
    case SYS_##call:     \
        what;            \
        break;

void heap_before_call(long number, const long a[6]) {
    if (!heap_io_needs_home())
        return;
    switch (number) {
        WHEN(read, fills(P(1), N(2)))
        WHEN(write, reads(P(1), N(2)))
        WHEN(pread64, fills(P(1), N(2)))
        WHEN(pwrite64, reads(P(1), N(2)))
        WHEN(readv, vector(fills, P(1), N(2)))
        WHEN(writev, vector(reads, P(1), N(2)))
        WHEN(preadv, vector(fills, P(1), N(2)))
        WHEN(pwritev, vector(reads, P(1), N(2)))
        WHEN(preadv2, vector(fills, P(1), N(2)))
        WHEN(pwritev2, vector(reads, P(1), N(2)))
        WHEN(vmsplice, vector(reads, P(1), N(2)))
        WHEN(readlinkat, named(P(1)); fills(P(2), N(3)))
        WHEN(msync, reads(P(0), N(1)))
        WHEN(getrandom, fills(P(0), N(1)))
        WHEN(getcwd, fills(P(0), N(1)))
        WHEN(sendto, reads(P(1), N(2)); reads(P(4), N(5)))
        WHEN(recvfrom, fills(P(1), N(2)); address(P(4), P(5)))
        WHEN(sendmsg, message(reads, P(1)))
        WHEN(recvmsg, message(fills, P(1)))
        WHEN(sendmmsg, messages(reads, P(1), (unsigned)a[2]))
        WHEN(recvmmsg, messages(fills, P(1), (unsigned)a[2]); fills(P(4), sizeof(struct timespec)))
        WHEN(ppoll, things(fills, P(0), sizeof(struct pollfd), N(1)); reads(P(2), sizeof(struct timespec)); mask(P(3)))
        WHEN(epoll_pwait, things(fills, P(1), sizeof(struct epoll_event), COUNT(a[2])); mask(P(4)))
        WHEN(process_vm_readv, vector(fills, P(1), N(2)); remote(reads, (pid_t)a[0], P(3), N(4)))
        WHEN(process_vm_writev, vector(reads, P(1), N(2)); remote(fills, (pid_t)a[0], P(3), N(4)))
#ifdef SYS_readlink /* not on newer machines */
        WHEN(readlink, named(P(0)); fills(P(1), N(2)))
        WHEN(poll, things(fills, P(0), sizeof(struct pollfd), N(1)))
        WHEN(epoll_wait, things(fills, P(1), sizeof(struct epoll_event), COUNT(a[2])))
#endif
    default:
        heap_before_small_call(number, a);
    }
}

/* ---- the table ---- */

extern const struct front __start_heap_io[] __attribute__((visibility("hidden")));
extern const struct front __stop_heap_io[] __attribute__((visibility("hidden")));

bool heap_io_in_force(void) {
    for (const struct front *f = __start_heap_io; f < __stop_heap_io; f++)
        if (f->ours != f->name_means)
            return false;
    return true;
}

/* Calls may come from signal handlers, where nothing can be looked up. */
__attribute__((constructor(101))) static void look_up(void) {
    for (const struct front *f = __start_heap_io; f < __stop_heap_io; f++)
        if (*f->next == NULL)
            *f->next = heap_next(f->name);
}
