/* forks.c: fork while other threads allocate and map; the child goes on
 * allocating and forks again. */
#include "check.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_int stop;

static void churn(unsigned seed) {
    char *p[8] = {0};
    for (int i = 0; i < 200; i++) {
        seed = seed * 1103515245u + 12345u;
        char **at = &p[seed >> 8 & 7];
        free(*at);
        size_t n = (seed >> 12) % (6 << 20) + 1;
        *at = malloc(n);
        CHECK(*at != NULL);
        (*at)[0] = (*at)[n - 1] = 1;
        if (i % 16 == 0) {
            void *m = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            CHECK(kind(m) == OMP2CL_MEMORY_ANON && munmap(m, 8192) == 0);
        }
    }
    for (int i = 0; i < 8; i++)
        free(p[i]);
}

static void *work(void *seed) {
    while (!stop)
        churn((unsigned)(uintptr_t)seed);
    return NULL;
}

/* A handler that allocates between our locks. */
static void *kept;
static void allocate(void) {
    free(kept);
    kept = malloc(100000);
}

static void wait_for(pid_t pid) {
    int status;
    CHECK(waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void) {
    pthread_t t[4];
    pthread_atfork(allocate, allocate, allocate);
    for (long i = 0; i < 4; i++)
        CHECK(pthread_create(&t[i], NULL, work, (void *)(i + 1)) == 0);
    for (int i = 0; i < 30; i++) {
        pid_t pid = fork();
        CHECK(pid >= 0);
        if (pid == 0) {
            alarm(60);
            churn(7);
            pid_t grandchild = fork();
            if (grandchild == 0) {
                churn(8);
                _exit(0);
            }
            wait_for(grandchild);
            _exit(0);
        }
        wait_for(pid);
    }
    stop = 1;
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    puts("ok");
    return 0;
}
