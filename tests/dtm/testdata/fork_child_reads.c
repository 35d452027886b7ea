// fork: the child reads results that are still on the device, writes its own copy and ends; the parent goes on.
#define _GNU_SOURCE
#include "torture.h"
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 400000 };
static int global[N];

static long child(int *heap, int *map, int seed)
{
    long wrong = host_wrong(heap, N, seed) + host_wrong(map, N, seed + 1) + host_wrong(global, N, seed + 2);
    host_fill(heap, N, 99);
    map[5] = 1;
    memset(global, 0, sizeof global);
    free(heap);
    return wrong + (map[6] != VALUE(seed + 1, 6)) + (global[N - 1] != 0);
}

static void in_child(int *heap, int *map, int seed, int handlers)
{
    fflush(stdout);
    pid_t pid = fork();
    must(pid >= 0);
    if (pid == 0) {
        int code = child(heap, map, seed) != 0;
        if (handlers)
            exit(code); /* runs the handlers and destructors of the child's copy */
        _exit(code);
    }
    int ended;
    must(waitpid(pid, &ended, 0) == pid);
    quiet_check("child", ended, 0);
}

int main(void)
{
    int *heap = malloc(N * sizeof *heap);
    int *map = mmap(NULL, N * sizeof *map, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(heap && map != MAP_FAILED);
    for (int round = 0; round < 6; round++) {
        dev_fill(heap, N, round);
        dev_fill(map, N, round + 1);
        dev_fill(global, N, round + 2);
        if (round == 3)
            map[100] = VALUE(round + 1, 100);
        in_child(heap, map, round, round & 1);
        dev_add(heap, N, 1);
        quiet_check("heap", host_wrong_plus(heap, N, round, 1), 0);
        quiet_check("map", dev_wrong(map, N, round + 1), 0);
        quiet_check("map on the host", host_wrong(map, N, round + 1), 0);
        host_fill(map, N, 50);
        quiet_check("map on the device", dev_wrong(map, N, 50), 0);
        quiet_check("global", host_wrong(global, N, round + 2), 0);
        check("round", round, round);
    }
    return status();
}
