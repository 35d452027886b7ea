// LINK: -lpthread
// fork without exec from a program whose other threads compute on the device.
#define _GNU_SOURCE
#include "torture.h"
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 50000, THREADS = 3, FORKS = 12 };
static int stop;

static void *worker(void *argument)
{
    int seed = (int)(intptr_t)argument, *p = malloc(N * sizeof *p);
    must(p);
    for (int round = 0; !__atomic_load_n(&stop, __ATOMIC_ACQUIRE); round++) {
        dev_fill(p, N, seed + round);
        quiet_check("worker", host_wrong(p, N, seed + round), 0);
        free(p);
        must(p = malloc(N * sizeof *p));
    }
    free(p);
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];
    int *p = malloc(N * sizeof *p);
    must(p);
    for (int k = 0; k < THREADS; k++)
        must(pthread_create(&thread[k], NULL, worker, (void *)(intptr_t)(k * 1000)) == 0);
    for (int k = 0; k < FORKS; k++) {
        dev_fill(p, N, k);
        pid_t pid = fork();
        must(pid >= 0);
        if (pid == 0) {
            long wrong = host_wrong(p, N, k);
            int *q = malloc(N * sizeof *q); /* the allocator works in the child */
            host_fill(q, N, 1);
            wrong += host_wrong(q, N, 1);
            free(q);
            free(p);
            _exit(wrong != 0);
        }
        int ended;
        must(waitpid(pid, &ended, 0) == pid);
        quiet_check("child", ended, 0);
        quiet_check("parent", dev_wrong(p, N, k), 0);
    }
    __atomic_store_n(&stop, 1, __ATOMIC_RELEASE);
    for (int k = 0; k < THREADS; k++)
        pthread_join(thread[k], NULL);
    check("parent at the end", host_wrong(p, N, FORKS - 1), 0);
    return status();
}
