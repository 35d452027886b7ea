// A program that closes descriptors first of all gets their numbers again, and the runtime keeps none of the lowest.
#define _GNU_SOURCE
#include "torture.h"
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
enum { RUNS = 60, TIMES = 2000, N = 50000 };

static int again(void)
{
    for (int k = 0; k < TIMES; k++) {
        close(0);
        if (open("/dev/null", O_RDONLY) != 0)
            return 1;
    }
    return 0;
}

static long from_groups(void)
{
    long n = 0;
    char name[50], to[200];
    for (int fd = 0; fd < 100; fd++) {
        snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
        ssize_t length = readlink(name, to, sizeof to - 1);
        to[length < 0 ? 0 : length] = 0;
        n += strstr(to, "/cgroup") != NULL;
    }
    return n;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return again();
    long wrong = 0;
    for (int k = 0; k < RUNS; k++) {
        char *arguments[] = {argv[0], "child", NULL};
        pid_t pid;
        int how = 1;
        must(posix_spawn(&pid, argv[0], NULL, NULL, arguments, environ) == 0);
        must(waitpid(pid, &how, 0) == pid);
        wrong += how != 0;
    }
    check("runs with other numbers", wrong, 0);
    int *p = malloc(N * sizeof *p);
    must(p);
    dev_fill(p, N, 1);
    quiet_check("values", host_wrong(p, N, 1), 0);
    check("files of control groups", from_groups(), 0);
    free(p);
    return status();
}
