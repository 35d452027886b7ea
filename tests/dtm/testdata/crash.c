// Children and threads of control that crash still die by the signal, with results on the device.
#define _GNU_SOURCE
#include "torture.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 200000 };
static int *p;

static void crash(int how)
{
    if (how == 0)
        *(volatile int *)16 = 1;
    if (how == 1)
        abort();
    if (how == 2)
        raise(SIGTERM);
    if (how == 3) { /* read-only memory */
        volatile char *text = (volatile char *)mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        *text = 1;
    }
    _exit(0);
}

int main(int argc, char **argv)
{
    if (argc > 1) { /* started by itself, below: crashes with a device in use */
        must(p = malloc(N * sizeof *p));
        dev_fill(p, N, 1);
        crash(atoi(argv[1]));
    }
    must(p = malloc(N * sizeof *p));
    dev_fill(p, N, 1);
    for (int how = 0; how < 4; how++) {
        for (int program = 0; program < 2; program++) {
            pid_t pid = fork();
            if (pid == 0) {
                char text[2] = {(char)('0' + how), 0};
                dup2(open("/dev/null", O_WRONLY), 2);
                if (program)
                    execl("/proc/self/exe", argv[0], text, (char *)NULL);
                crash(how);
            }
            int ended;
            must(waitpid(pid, &ended, 0) == pid);
            check("signal", WIFSIGNALED(ended) ? WTERMSIG(ended) : -1, (int[]){SIGSEGV, SIGABRT, SIGTERM, SIGSEGV}[how]);
        }
    }
    check("results", host_wrong(p, N, 1), 0);
    return status();
}
