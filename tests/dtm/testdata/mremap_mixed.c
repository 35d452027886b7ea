// mremap of private memory with shared memory behind it, refused or not: what is shared stays shared.
#define _GNU_SOURCE
#include "torture.h"
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGE = 4096, N = 64 * PAGE };

/* N bytes of private memory and N of shared memory. */
static unsigned char *mixed(void)
{
    unsigned char *p = mmap(NULL, 4 * N, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(p != MAP_FAILED && munmap(p + N, 3 * N) == 0);
    must(mmap(p + N, N, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == p + N);
    return p;
}

static void use(unsigned char *shared)
{
    for (int round = 0; round < 4; round++) {
        memset(shared, 9, N);
        dev_fill_bytes(shared, N, round);
        quiet_check("result", host_wrong_bytes(shared, N, round), 0);
        dev_set_bytes(shared, N, 5);
        pid_t child = fork();
        must(child != -1);
        if (child == 0) {
            shared[7 * PAGE] = 3;
            _exit(0);
        }
        waitpid(child, NULL, 0);
        quiet_check("what the child wrote", shared[7 * PAGE], 3);
        quiet_check("the rest", host_count_bytes(shared, N, 5), N - 1);
        quiet_check("on the device", dev_count_bytes(shared, N, 5), N - 1);
    }
}

int main(void)
{
    unsigned char *p = mixed();
    check("refused", mremap(p, 2 * N, 3 * N, MREMAP_MAYMOVE) == MAP_FAILED, 1);
    use(p + N);
    unsigned char *to = mmap(NULL, 2 * N, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(to != MAP_FAILED);
    unsigned char *moved = mremap(p, 2 * N, 2 * N, MREMAP_MAYMOVE | MREMAP_FIXED, to); /* from Linux 6.17 on */
    if (moved != MAP_FAILED)
        use(moved + N);
    return status();
}
