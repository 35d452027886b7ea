// A program that closes all descriptors but the first three, and others over them, with results on the device.
// ARGS: each
// ARGS: from
// ARGS: range
// ARGS: dup
#define _GNU_SOURCE
#include "torture.h"
#include <fcntl.h>
#include <unistd.h>

enum { N = 200000, MOST = 1100, LOW = 200 };

static void close_all(const char *how)
{
    if (strcmp(how, "from") == 0)
        closefrom(3);
    if (strcmp(how, "range") == 0)
        close_range(3, ~0u, 0);
    for (int fd = 3; fd < MOST && strcmp(how, "each") == 0; fd++)
        close(fd);
    int null = open("/dev/null", O_RDWR);
    for (int fd = 3; fd < LOW && strcmp(how, "dup") == 0; fd++)
        if (fd != null)
            dup2(null, fd);
}

int main(int argc, char **argv)
{
    must(argc == 2);
    int *p = malloc(N * sizeof *p), *q = malloc(N * sizeof *q);
    host_fill(q, N, 6);
    dev_fill(p, N, 5);
    check("upload", dev_wrong(q, N, 6), 0);
    close_all(argv[1]);
    check("results", host_wrong(p, N, 5), 0);
    q[7]++;
    check("host change", dev_wrong(q, N, 6), 1);
    dev_add(p, N, 1);
    check("results", host_wrong_plus(p, N, 5, 1), 0);
    return status();
}
