// LINK: -lpthread
// The program has a userfaultfd of its own, over memory that is then, or was before, used on the device.
#define _GNU_SOURCE
#include "torture.h"
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { N = 65536 };
static int uffd;

/* Gives each page that is missing the value 77. */
static void *serve(void *arg)
{
    (void)arg;
    static int page[1024] __attribute__((aligned(4096)));
    struct uffd_msg m;
    while (read(uffd, &m, sizeof m) == sizeof m) {
        for (int i = 0; i < 1024; i++)
            page[i] = 77;
        struct uffdio_copy c = {.dst = m.arg.pagefault.address & ~4095ull, .src = (uintptr_t)page, .len = 4096};
        ioctl(uffd, UFFDIO_COPY, &c);
    }
    return NULL;
}

int main(void)
{
    enum { USER_MODE_ONLY = 1 };
    uffd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | USER_MODE_ONLY);
    if (uffd < 0) /* not here */
        return 0;
    struct uffdio_api api = {.api = UFFD_API};
    must(ioctl(uffd, UFFDIO_API, &api) == 0);
    pthread_t t;
    must(pthread_create(&t, NULL, serve, NULL) == 0);
    int *p = mmap(0, N * 4, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct uffdio_register r = {.range = {(uintptr_t)p, N * 4}, .mode = UFFDIO_REGISTER_MODE_MISSING};
    check("register", ioctl(uffd, UFFDIO_REGISTER, &r), 0);
    check("first", p[5], 77);
    check("sum", dev_sum(p, N), 77L * N);
    dev_add(p, N, 1);
    check("host", host_sum(p, N), 78L * N);
    int *q = mmap(0, N * 4, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    dev_fill(q, N, 3);
    struct uffdio_register s = {.range = {(uintptr_t)q, N * 4}, .mode = UFFDIO_REGISTER_MODE_MISSING};
    check("register tracked", ioctl(uffd, UFFDIO_REGISTER, &s), 0);
    check("kept", host_wrong(q, N, 3), 0);
    madvise(q, N * 4, MADV_DONTNEED);
    check("served", host_sum(q, N), 77L * N);
    check("dev", dev_sum(q, N), 77L * N);
    struct uffdio_range u = {(uintptr_t)q, N * 4};
    check("unregister", ioctl(uffd, UFFDIO_UNREGISTER, &u), 0);
    dev_add(q, N, 2);
    check("after", host_sum(q, N), 79L * N);
    return status();
}
