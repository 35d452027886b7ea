/* io.c: every call that hands memory to the kernel works on absent pages where
 * the kernel cannot fetch them, and tells the tracker nothing elsewhere. */
#include "tracker.h"

#include <aio.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/uio.h>

enum { SIZE = 64 << 10 };

static char *buffer; /* its pages are taken away before each call */
static int file, pair[2];

static void absent(void) {
    CHECK(around(SYS_mprotect, buffer, SIZE, PROT_NONE) == 0);
    tracker.needs_home = 1;
    tracker.home = 0;
}

static void present(void) {
    CHECK(around(SYS_mprotect, buffer, SIZE, PROT_READ | PROT_WRITE) == 0);
    tracker.needs_home = 0;
}

/* A call with absent pages gives what it would give without. */
#define WORKS(want, call)                                             \
    do {                                                              \
        absent();                                                     \
        errno = 0;                                                    \
        long got_ = (long)(call);                                     \
        CHECK(got_ == (long)(want) && tracker.home > 0 && errno == 0); \
        present();                                                    \
    } while (0)

static void content(void) {
    for (int i = 0; i < SIZE; i++)
        CHECK(buffer[i] == (char)(i / 7));
}

static void fill(void) {
    present();
    for (int i = 0; i < SIZE; i++)
        buffer[i] = (char)(i / 7);
}

static void wipe(void) {
    present();
    memset(buffer, 0, SIZE);
}

/* A call that writes all of buffer to the file, and one that reads it. */
#define OUT(call)                            \
    fill();                                  \
    CHECK(lseek(file, 0, SEEK_SET) == 0);    \
    WORKS(SIZE, call)
#define IN(call)                             \
    wipe();                                  \
    CHECK(lseek(file, 0, SEEK_SET) == 0);    \
    WORKS(SIZE, call);                       \
    content()

static void files(void) {
    struct iovec v[2] = {{buffer, 10000}, {buffer + 10000, SIZE - 10000}};
    OUT(write(file, buffer, SIZE));
    IN(read(file, buffer, SIZE));
    OUT(pwrite(file, buffer, SIZE, 0));
    IN(pread(file, buffer, SIZE, 0));
    OUT(pwrite64(file, buffer, SIZE, 0));
    IN(pread64(file, buffer, SIZE, 0));
    OUT(writev(file, v, 2));
    IN(readv(file, v, 2));
    OUT(pwritev(file, v, 2, 0));
    IN(preadv(file, v, 2, 0));
    OUT(pwritev64(file, v, 2, 0));
    IN(preadv64(file, v, 2, 0));
    OUT(pwritev2(file, v, 2, 0, 0));
    IN(preadv2(file, v, 2, 0, 0));
    OUT(pwritev64v2(file, v, 2, 0, 0));
    IN(preadv64v2(file, v, 2, 0, 0));
    char there[PATH_MAX];
    CHECK(getcwd(there, sizeof there) != NULL);
    absent();
    CHECK(getcwd(buffer, SIZE) == buffer && strcmp(buffer, there) == 0);
    present();
    WORKS(strlen("/proc/self/fd"), (symlink("/proc/self/fd", "link"), readlink("link", buffer, SIZE)));
    WORKS(strlen("/proc/self/fd"), readlinkat(AT_FDCWD, "link", buffer, SIZE));
    unlink("link");
    WORKS(256, getrandom(buffer, 256, 0));
    WORKS(0, getentropy(buffer, 256));
}

static void streams(void) {
    FILE *f = fdopen(dup(file), "r+");
    fill();
    rewind(f);
    WORKS(SIZE, fwrite(buffer, 1, SIZE, f));
    wipe();
    rewind(f);
    WORKS(SIZE / 16, fread(buffer, 16, SIZE / 16, f));
    content();
    rewind(f);
    WORKS(SIZE, fwrite_unlocked(buffer, 1, SIZE, f));
    wipe();
    rewind(f);
    WORKS(SIZE, fread_unlocked(buffer, 1, SIZE, f));
    content();
    fclose(f);
    f = fdopen(dup(file), "r"); /* what stdio is lent may not be tracked */
    char *lent = malloc(SIZE);
    track(lent, SIZE);
    forget();
    CHECK(setvbuf(f, lent, _IOFBF, SIZE) == 0 && tracker.gone == 1 && tracker.home == 1);
    CHECK(kind(lent) == OMP2CL_MEMORY_UNKNOWN);
    rewind(f);
    CHECK(fgetc(f) == buffer[0]);
    fclose(f);
    free(lent);
    static char array[16 * 4096] __attribute__((aligned(4096)));
    f = fdopen(dup(file), "r"); /* its neighbours may be, up to the page it begins in */
    setvbuf(f, array + 5 * 4096 + 100, _IOFBF, 8000);
    uintptr_t lo, hi;
    CHECK(omp2cl_heap_kind((uintptr_t)array, &lo, &hi) == OMP2CL_MEMORY_BSS && hi == (uintptr_t)array + 5 * 4096);
    CHECK(omp2cl_heap_kind((uintptr_t)array + 9 * 4096, &lo, &hi) == OMP2CL_MEMORY_BSS);
    CHECK(lo == (uintptr_t)array + 7 * 4096);
    CHECK(kind(array + 5 * 4096) == OMP2CL_MEMORY_UNKNOWN && kind(array + 6 * 4096) == OMP2CL_MEMORY_UNKNOWN);
    fclose(f);
    lent = malloc(SIZE);
    CHECK(kind(lent) == OMP2CL_MEMORY_BLOCK);
    free(lent);
    forget();
}

static void *pump(void *n) { /* the other end of the sockets echoes */
    static char other[SIZE];
    for (long i = 0; i < (long)n; i++) {
        size_t have = 0;
        while (have < SIZE)
            have += (size_t)syscall(SYS_read, pair[1], other + have, SIZE - have);
        for (size_t sent = 0; sent < SIZE;)
            sent += (size_t)syscall(SYS_write, pair[1], other + sent, SIZE - sent);
    }
    return NULL;
}

#define THERE(call) \
    fill();         \
    WORKS(SIZE, call)
#define BACK(call) \
    wipe();        \
    WORKS(SIZE, call); \
    content()

static void sockets(void) {
    struct iovec v[2] = {{buffer, 10000}, {buffer + 10000, SIZE - 10000}};
    struct msghdr m = {.msg_iov = v, .msg_iovlen = 2};
    struct mmsghdr mm = {.msg_hdr = m};
    pthread_t echo;
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
    CHECK(pthread_create(&echo, NULL, pump, (void *)4L) == 0);
    THERE(send(pair[0], buffer, SIZE, 0));
    BACK(recv(pair[0], buffer, SIZE, MSG_WAITALL));
    THERE(sendto(pair[0], buffer, SIZE, 0, NULL, 0));
    BACK(recvfrom(pair[0], buffer, SIZE, MSG_WAITALL, NULL, NULL));
    THERE(sendmsg(pair[0], &m, 0));
    BACK(recvmsg(pair[0], &m, MSG_WAITALL));
    fill();
    WORKS(1, sendmmsg(pair[0], &mm, 1, 0));
    wipe();
    WORKS(1, recvmmsg(pair[0], &mm, 1, MSG_WAITALL, NULL));
    content();
    pthread_join(echo, NULL);
    struct pollfd *p = (struct pollfd *)buffer;
    *p = (struct pollfd){pair[0], POLLOUT, 0};
    WORKS(1, poll(p, 1, 1000));
    CHECK(p->revents == POLLOUT);
    WORKS(1, ppoll(p, 1, NULL, NULL));
    int e = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLOUT};
    CHECK(epoll_ctl(e, EPOLL_CTL_ADD, pair[0], &event) == 0);
    WORKS(1, epoll_wait(e, (struct epoll_event *)buffer, 1, 1000));
    WORKS(1, epoll_pwait(e, (struct epoll_event *)buffer, 1, 1000, NULL));
}

static void finish(struct aiocb *cb) {
    const struct aiocb *list[] = {cb};
    while (aio_error(cb) == EINPROGRESS)
        aio_suspend(list, 1, NULL);
    CHECK(aio_return(cb) == SIZE);
}

static void others(void) {
    struct aiocb cb = {.aio_fildes = file, .aio_buf = buffer, .aio_nbytes = SIZE}, *list[] = {&cb};
    fill();
    absent();
    CHECK(aio_write(&cb) == 0);
    finish(&cb);
    wipe();
    absent();
    CHECK(aio_read(&cb) == 0);
    finish(&cb);
    present();
    content();
    cb.aio_lio_opcode = LIO_READ;
    wipe();
    WORKS(0, lio_listio(LIO_WAIT, list, 1, NULL));
    content();
    static char copy[SIZE];
    struct iovec here = {buffer, SIZE}, there = {copy, SIZE};
    fill();
    WORKS(SIZE, process_vm_writev(getpid(), &here, 1, &there, 1, 0));
    wipe();
    WORKS(SIZE, process_vm_readv(getpid(), &here, 1, &there, 1, 0));
    content();
    int ends[2];
    CHECK(pipe(ends) == 0 && fcntl(ends[1], F_SETPIPE_SZ, SIZE) >= SIZE);
    WORKS(SIZE, vmsplice(ends[1], &here, 1, 0));
    wipe();
    WORKS(SIZE, read(ends[0], buffer, SIZE));
}

/* Errors are the call's own. */
static void errors(void) {
    errno = 0;
    CHECK(read(-1, buffer, SIZE) == -1 && errno == EBADF);
    absent();
    CHECK(read(-1, buffer, SIZE) == -1 && errno == EBADF);
    CHECK(write(file, HIDE((void *)8), 10) == -1 && errno == EFAULT);
    CHECK(readv(file, HIDE((struct iovec *)NULL), 1000000) == -1 && errno == EINVAL);
    present();
}

static void *blocked(void *done) {
    char c;
    CHECK(read(pair[0], &c, 1) == 99);
    return done;
}

/* read is still a cancellation point. */
static void cancelling(void) {
    pthread_t t;
    void *result;
    CHECK(pthread_create(&t, NULL, blocked, NULL) == 0);
    CHECK(pthread_cancel(t) == 0 && pthread_join(t, &result) == 0 && result == PTHREAD_CANCELED);
}

int main(void) {
    char name[] = "/tmp/omp2cl-io-XXXXXX";
    CHECK(omp2cl_heap_hooks() & OMP2CL_HEAP_IO);
    file = mkstemp(name);
    unlink(name);
    CHECK(chdir("/tmp") == 0);
    buffer = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(write(file, buffer, SIZE) == SIZE && tracker.home == 0);
    track(buffer, SIZE);
    files();
    streams();
    sockets();
    others();
    errors();
    cancelling();
    puts("ok");
    return 0;
}
