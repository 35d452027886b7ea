// LINK: -lpthread
// Sockets and pipes with results: send, recv, sendto, sendmsg, sendmmsg, sendfile, splice, vmsplice; a thread at the other end.
#define _GNU_SOURCE
#include "torture.h"
#include "../parts/temporary.h"
#include <pthread.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>

enum { N = 600000 };
static int ends[2];

static void *drains(void *argument) /* reads N bytes into results, in pieces as they come */
{
    unsigned char *q = argument;
    dev_set_bytes(q, N, 1);
    for (long have = 0, got; have < N; have += got) {
        size_t room = (size_t)(N - have);
        struct iovec parts[2] = {{q + have, room / 2}, {q + have + room / 2, room - room / 2}};
        struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
        got = have % 3 == 0 ? recv(ends[1], q + have, room, 0) : have % 3 == 1 ? read(ends[1], q + have, room) : recvmsg(ends[1], &message, 0);
        must(got > 0);
    }
    return NULL;
}

static void through(const char *name, unsigned char *p, unsigned char *q, long (*put)(unsigned char *p, long n))
{
    pthread_t thread;
    dev_fill_bytes(p, N, 5);
    must(pthread_create(&thread, NULL, drains, q) == 0);
    for (long done = 0, n; done < N; done += n) {
        n = put(p + done, N - done);
        must(n > 0);
    }
    pthread_join(thread, NULL);
    quiet_check("on the device", dev_wrong_bytes(q, N, 5), 0);
    check(name, host_wrong_bytes(q, N, 5), 0);
}

static long by_send(unsigned char *p, long n) { return send(ends[0], p, (size_t)n, 0); }
static long by_sendto(unsigned char *p, long n) { return sendto(ends[0], p, (size_t)n, 0, NULL, 0); }
static long by_write(unsigned char *p, long n) { return write(ends[0], p, (size_t)n); }

static long by_sendmsg(unsigned char *p, long n)
{
    struct iovec parts[2] = {{p, (size_t)n / 2}, {p + n / 2, (size_t)(n - n / 2)}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    return sendmsg(ends[0], &message, 0);
}

static long by_sendmmsg(unsigned char *p, long n)
{
    struct iovec part = {p, (size_t)n};
    struct mmsghdr message = {.msg_hdr = {.msg_iov = &part, .msg_iovlen = 1}};
    return sendmmsg(ends[0], &message, 1, 0) == 1 ? (long)message.msg_len : -1;
}

static long by_sendfile(unsigned char *p, long n)
{
    int file = temporary(0);
    off_t at = 0;
    long wrote = write(file, p, (size_t)n);
    must(wrote > 0);
    long sent = sendfile(ends[0], file, &at, (size_t)wrote);
    close(file);
    return sent;
}

static long by_vmsplice(unsigned char *p, long n)
{
    int pipes[2];
    struct iovec part = {p, (size_t)(n < 4096 ? n : 4096)};
    must(pipe(pipes) == 0);
    long in = vmsplice(pipes[1], &part, 1, 0);
    must(in > 0);
    long out = splice(pipes[0], NULL, ends[0], NULL, (size_t)in, 0);
    close(pipes[0]);
    close(pipes[1]);
    return out;
}

int main(void)
{
    unsigned char *p = malloc(N), *q = malloc(N);
    must(p && q && socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    through("send", p, q, by_send);
    through("sendto", p, q, by_sendto);
    through("sendmsg", p, q, by_sendmsg);
    through("sendmmsg", p, q, by_sendmmsg);
    through("sendfile", p, q, by_sendfile);
    through("vmsplice", p, q, by_vmsplice);
    int pipes[2];
    through("write", p, q, by_write);
    must(pipe(pipes) == 0);
    dev_fill_bytes(p, N, 6);
    must(write(pipes[1], p + 100, 30000) == 30000);
    dev_fill_bytes(p, N, 7);
    must(read(pipes[0], p + 100, 30000) == 30000);
    check("pipe", p[100] == BYTE(6, 100) && p[30099] == BYTE(6, 30099) && p[30100] == BYTE(7, 30100), 1);
    check("pipe, on the device", dev_wrong_bytes(p, 100, 7), 0);
    return status();
}
