/* fortified.c: the checked calls of _FORTIFY_SOURCE, which the compiler puts in
 * the place of the others where it knows a buffer's size. */
#include "tracker.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

enum { SIZE = 16 << 10 };

static char room[SIZE + 4096] __attribute__((aligned(4096)));

#define WORKS(want, call)                                                       \
    do {                                                                        \
        CHECK(around(SYS_mprotect, room, SIZE, PROT_NONE) == 0);               \
        tracker.needs_home = 1;                                                 \
        tracker.home = 0;                                                       \
        CHECK((call) == (want) && tracker.home > 0);                            \
        tracker.needs_home = 0;                                                 \
        CHECK(around(SYS_mprotect, room, SIZE, PROT_READ | PROT_WRITE) == 0);  \
    } while (0)

int main(int argc, char **argv) {
    size_t n = HIDE((size_t)SIZE);
    int fd = open(argv[0], O_RDONLY), pair[2];
    (void)argc;
    track(room, SIZE);
    WORKS((ssize_t)n, read(fd, room, n));
    CHECK(memcmp(room, "\177ELF", 4) == 0);
    WORKS((ssize_t)n, pread(fd, room, n, 0));
    WORKS((ssize_t)n, pread64(fd, room, n, 0));
    FILE *f = fdopen(fd, "r");
    WORKS(n, fread(room, 1, n, f));
    WORKS(n, fread_unlocked(room, 1, n, f));
    WORKS((char *)room, getcwd(room, n));
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
    CHECK(write(pair[1], room, 4000) == 4000);
    WORKS(2000, recv(pair[0], room, HIDE((size_t)2000), 0));
    WORKS(2000, recvfrom(pair[0], room, HIDE((size_t)2000), 0, NULL, NULL));
    CHECK(readlink("/proc/self/exe", room, n) > 0);
    WORKS(1, readlink("/proc/self/exe", room, n) > 0);
    WORKS(1, readlinkat(AT_FDCWD, "/proc/self/exe", room, n) > 0);
    struct pollfd *p = (struct pollfd *)room;
    p[0] = (struct pollfd){pair[0], POLLOUT, 0};
    WORKS(1, poll(p, HIDE((nfds_t)1), 1000));
    puts("ok");
    return 0;
}
