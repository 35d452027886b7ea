// Calls that copy the process without the handlers of fork: the child reads results that were on the device.
// ARGS: fork
// ARGS: _Fork
// ARGS: clone
// ARGS: clone3
// ARGS: library
#define _GNU_SOURCE
#include "torture.h"
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 200000 };

static int *p;
static char stack[1 << 16];

static int body(void *x)
{
    (void)x;
    _exit(host_wrong(p, N, 5) != 0);
}

/* Of clone3. */
struct arguments {
    uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls;
};

/* A process that is a copy of this one, by the way that is asked for. */
static pid_t copy(const char *way)
{
    struct arguments a = {.exit_signal = SIGCHLD};
    pid_t child;
    if (strcmp(way, "_Fork") == 0)
        return _Fork();
    if (strcmp(way, "library") == 0)
        return clone(body, stack + sizeof stack, SIGCHLD, NULL);
    if (strcmp(way, "clone3") == 0 && (child = (pid_t)syscall(SYS_clone3, &a, sizeof a)) >= 0) /* some containers have none */
        return child;
    if (strcmp(way, "clone") == 0)
        return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    return (pid_t)syscall(SYS_fork);
}

int main(int argc, char **argv)
{
    must(argc == 2);
    p = malloc(N * sizeof *p);
    dev_fill(p, N, 5);
    fflush(stdout);
    pid_t pid = copy(argv[1]);
    must(pid >= 0);
    if (pid == 0)
        body(0);
    int how;
    must(waitpid(pid, &how, 0) == pid);
    check("child", how, 0);
    check("parent", host_wrong(p, N, 5), 0);
    return status();
}
