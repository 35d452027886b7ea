// fork: what the parent and its device write afterwards is not seen by the child, nor the other way round.
#define _GNU_SOURCE
#include "torture.h"
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 300000 };

static void child(int *p, int *shared, int go)
{
    char byte;
    must(read(go, &byte, 1) == 1); /* the parent has written everything */
    long wrong = host_wrong(p, N, 1);
    p[0]++;
    host_fill(shared, N, 7);
    _exit(wrong != 0);
}

int main(void)
{
    int *p = malloc(N * sizeof *p), pipes[2], ended;
    int *shared = mmap(NULL, N * sizeof *p, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    must(p && shared != MAP_FAILED && pipe(pipes) == 0);
    for (int round = 0; round < 3; round++) {
        dev_fill(p, N, 1);
        dev_fill(shared, N, 2);
        if (round == 1)
            check("looked at", host_wrong(p, N, 1), 0);
        fflush(stdout);
        pid_t pid = fork();
        must(pid >= 0);
        if (pid == 0)
            child(p, shared, pipes[0]);
        dev_fill(p, N, 3);
        p[17] = 4;
        dev_add(p, N, 1);
        must(write(pipes[1], "x", 1) == 1);
        must(waitpid(pid, &ended, 0) == pid);
        check("child", ended, 0);
        check("parent", host_wrong_plus(p, N, 3, 1), 1);
        check("written by the child, on the device", dev_wrong(shared, N, 7), 0);
        check("written by the child", host_wrong(shared, N, 7), 0);
    }
    return status();
}
