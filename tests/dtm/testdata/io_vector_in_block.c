// The iovec array, the msghdr and the file name are in results themselves.
#define _GNU_SOURCE
#include "torture.h"
#include "../parts/temporary.h"
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>

enum { ROOM = 200000, N = 30000 };

/* A block that the device wrote last, with these bytes at its start. */
static void *on_device(const void *bytes, size_t n)
{
    unsigned char *p = calloc(ROOM, 1);
    must(p);
    memcpy(p, bytes, n);
    dev_add_bytes(p, ROOM, 1);
    dev_add_bytes(p, ROOM, -1);
    return p;
}

int main(void)
{
    int file = temporary(0), ends[2];
    unsigned char *data = malloc(ROOM), *back = calloc(ROOM, 1);
    must(data && back && socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    dev_fill_bytes(data, ROOM, 1);
    struct iovec plain[2] = {{data, 1000}, {data + 1000, N - 1000}}, *parts = on_device(plain, sizeof plain);
    must(writev(file, parts, 2) == N);
    must(pread(file, back, N, 0) == N);
    check("iovec", host_wrong_bytes(back, N, 1), 0);
    parts = on_device(plain, sizeof plain);
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2}, *m = on_device(&message, sizeof message);
    dev_fill_bytes(data, ROOM, 2);
    must(sendmsg(ends[0], m, 0) == N);
    must(recv(ends[1], back, N, MSG_WAITALL) == N);
    check("msghdr", host_wrong_bytes(back, N, 2), 0);
    char *name = on_device("/dev/null", 10), *mode = on_device("r", 2);
    int other = open(name, O_RDONLY);
    check("open", other >= 0, 1);
    close(other);
    name = on_device("/dev/null", 10);
    FILE *f = fopen(name, mode);
    check("fopen", f != NULL, 1);
    fclose(f);
    name = on_device("/dev/null", 10);
    struct stat *about = on_device("", 1);
    check("stat", stat(name, about), 0);
    check("what it is", S_ISCHR(about->st_mode), 1);
    name = on_device("/", 2);
    check("access", access(name, R_OK), 0);
    name = on_device("", 1);
    check("getcwd", getcwd(name, ROOM) != NULL, 1);
    check("getcwd's text", name[0], '/');
    name = on_device("", 1);
    check("readlink", readlink("/proc/self/exe", name, ROOM) > 0, 1);
    check("readlink's text", name[0], '/');
    return status();
}
