// system, popen, posix_spawn, vfork and exec with arguments and pipes whose bytes are results.
#define _GNU_SOURCE
#include "torture.h"
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 100000 };
extern char **environ;

/* A block with a command in it that the device has put together. */
static char *on_device(const char *text)
{
    long n = (long)strlen(text) + 1;
    char *p = calloc(N, 1);
    must(p);
    for (long i = 0; i < n; i++)
        p[i] = (char)(text[i] - 1);
    dev_add_bytes((unsigned char *)p, n, 1);
    dev_add_bytes((unsigned char *)p + n, N - n, 1);
    return p;
}

static void wait_for(const char *name, pid_t pid)
{
    int ended;
    must(pid > 0 && waitpid(pid, &ended, 0) == pid);
    check(name, WEXITSTATUS(ended), 7);
}

int main(void)
{
    int *data = malloc(N * sizeof *data);
    must(data);
    dev_fill(data, N, 1);
    char *command = on_device("exit 7");
    check("system", WEXITSTATUS(system(command)), 7);
    command = on_device("exit 7");
    char *shell = on_device("/bin/sh"), *flag = on_device("-c");
    char **argv = calloc(N, sizeof *argv);
    must(argv);
    argv[0] = shell;
    argv[1] = flag;
    argv[2] = command;
    dev_add_bytes((unsigned char *)argv, N, 0);
    pid_t pid;
    must(posix_spawn(&pid, shell, NULL, NULL, argv, environ) == 0);
    wait_for("posix_spawn", pid);
    dev_add_bytes((unsigned char *)argv, N, 0);
    dev_add_bytes((unsigned char *)command, N, 0);
    if ((pid = vfork()) == 0) {
        execv("/bin/sh", argv);
        _exit(1);
    }
    wait_for("vfork", pid);
    dev_add_bytes((unsigned char *)argv, N, 0);
    if ((pid = fork()) == 0) {
        execve(shell, argv, environ);
        _exit(1);
    }
    wait_for("fork and exec", pid);
    FILE *f = popen("cat >/dev/null; exit 7", "w");
    must(f);
    dev_fill(data, N, 2);
    must(fwrite(data, sizeof *data, N, f) == N);
    check("popen to", WEXITSTATUS(pclose(f)), 7);
    f = popen("dd if=/dev/zero bs=1000 count=400 2>/dev/null; exit 7", "r");
    must(f);
    must(fread(data, sizeof *data, N, f) == N);
    check("popen from", WEXITSTATUS(pclose(f)), 7);
    check("read from the pipe", dev_sum(data, N), 0);
    check("system without data", WEXITSTATUS(system("exit 3")), 3);
    return status();
}
