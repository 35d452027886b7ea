// LINK: -lpthread -lrt
// System calls that few programs make, with what they take and give in results: locking and looking at memory, message
// queues, schedulers, limits, attributes of files, descriptors of signals.
#define _GNU_SOURCE
#include "torture.h"
#undef DIR
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/msg.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "../parts/on_device.h"

/* Whole pages that the device wrote last. */
static unsigned char *pages(void)
{
    unsigned char *p = mmap(0, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    must(p != MAP_FAILED);
    dev_fill_bytes(p, ROOM, 3);
    return p;
}

/* Of a call that locks memory: done, or over the limit of one who may not lock more. */
static int locked(long result) { return result == 0 || (result == -1 && (errno == ENOMEM || errno == EPERM || errno == EAGAIN)); }

static void memory(void)
{
    unsigned char *p = pages();
    check("mlock", locked(mlock(p, ROOM)), 1);
    check("locked bytes", host_wrong_bytes(p, ROOM, 3), 0);
    dev_fill_bytes(p, ROOM, 4);
    check("munlock", munlock(p, ROOM), 0);
    check("unlocked bytes", host_wrong_bytes(p, ROOM, 4), 0);
    check("mlock2", locked(mlock2(p = pages(), ROOM, 0)), 1);
    munlock(p, ROOM);
    check("mlock by number", locked(syscall(SYS_mlock, p = pages(), (size_t)ROOM)), 1);
    munlock(p, ROOM);
    check("its bytes", host_wrong_bytes(p, ROOM, 3), 0);
    p = pages();
    check("mlockall", locked(mlockall(MCL_CURRENT)), 1);
    check("its bytes", host_wrong_bytes(p, ROOM, 3), 0);
    dev_fill_bytes(p, ROOM, 5);
    check("bytes of locked memory", host_wrong_bytes(p, ROOM, 5), 0);
    munlockall();
    for (int advice = 22; advice <= 23; advice++) { /* MADV_POPULATE_READ and _WRITE: Linux 5.14 */
        p = pages();
        check("populate", madvise(p, ROOM, advice) == 0 || errno == EINVAL, 1);
        check("populated bytes", host_wrong_bytes(p, ROOM, 3), 0);
        quiet_check("on the device", dev_wrong_bytes(p, ROOM, 3), 0);
    }
    unsigned char *seen = empty();
    check("mincore", mincore(p, ROOM, seen), 0);
    char *name = text("torture");
    int fd = memfd_create(name, 0);
    check("memfd_create", fd >= 0 && close(fd) == 0, 1);
}

static void queues(void)
{
    char name[40];
    snprintf(name, sizeof name, "/torture-%d", (int)getpid());
    struct mq_attr some = {.mq_maxmsg = 4, .mq_msgsize = 2000};
    mqd_t q = mq_open(text(name), O_CREAT | O_RDWR, 0600, on_device(&some, sizeof some));
    if (q == (mqd_t)-1) /* no such file system here */
        return;
    unsigned char *out = empty(), *in = empty();
    memset(out, 7, 1500);
    touch(out - DEEP);
    quiet_check("mq_send", mq_send(q, (char *)out, 1500, 1), 0);
    quiet_check("mq_receive", mq_receive(q, (char *)in, 2000, NULL), 1500);
    quiet_check("message", host_count_bytes(in, 1500, 7), 1500);
    touch(out - DEEP), touch(in - DEEP);
    struct timespec soon = {1, 0};
    quiet_check("mq_timedsend", mq_timedsend(q, (char *)out, 1500, 1, on_device(&soon, sizeof soon)), 0);
    unsigned *priority = empty();
    quiet_check("mq_timedreceive", mq_timedreceive(q, (char *)in, 2000, priority, on_device(&soon, sizeof soon)), 1500);
    quiet_check("priority", *priority, 1);
    struct mq_attr *about = empty();
    quiet_check("mq_getattr", mq_getattr(q, about), 0);
    quiet_check("size", about->mq_msgsize, 2000);
    mq_close(q);
    quiet_check("mq_unlink", mq_unlink(text(name)), 0);
}

static void threads(void)
{
    cpu_set_t *cpus = empty();
    check("sched_getaffinity", sched_getaffinity(0, sizeof *cpus, cpus), 0);
    check("sched_setaffinity", sched_setaffinity(0, sizeof *cpus, touch((char *)cpus - DEEP) + DEEP), 0);
    touch((char *)cpus - DEEP);
    check("pthread_setaffinity_np", pthread_setaffinity_np(pthread_self(), sizeof *cpus, cpus), 0);
    check("pthread_getaffinity_np", pthread_getaffinity_np(pthread_self(), sizeof *cpus, empty()), 0);
    struct sched_param *how = empty();
    check("sched_getparam", sched_getparam(0, how), 0);
    touch((char *)how - DEEP);
    check("sched_setscheduler", sched_setscheduler(0, SCHED_OTHER, how), 0);
    touch((char *)how - DEEP);
    check("sched_setparam", sched_setparam(0, how), 0);
    check("sched_rr_get_interval", sched_rr_get_interval(0, empty()), 0);
    check("pthread_setname_np", pthread_setname_np(pthread_self(), text("torture")), 0);
    char *name = empty();
    check("pthread_getname_np", pthread_getname_np(pthread_self(), name, 100), 0);
    check("name", strcmp(name, "torture"), 0);
    check("prctl", prctl(PR_SET_NAME, text("other")), 0);
    check("prctl back", prctl(PR_GET_NAME, name = empty()), 0);
    check("other name", strcmp(name, "other"), 0);
}

static void limits(void)
{
    struct rlimit *l = empty();
    check("prlimit", prlimit(0, RLIMIT_NOFILE, NULL, l), 0);
    touch((char *)l - DEEP);
    check("prlimit set", prlimit(0, RLIMIT_NOFILE, l, NULL), 0);
    uid_t *u = empty();
    check("getresuid", getresuid(u, u + 1, u + 2), 0);
    check("user", *u == getuid(), 1);
    check("getresgid", getresgid(empty(), empty(), empty()), 0);
}

static void attributes(void)
{
    char path[] = "/tmp/torture-XXXXXX";
    must(close(mkstemp(path)) == 0);
    check("statvfs", statvfs(text(path), empty()), 0);
    check("ftok", ftok(text(path), 1) != -1, 1);
    check("pathconf", pathconf(text("/"), _PC_NAME_MAX) > 0, 1);
    quiet_check("listxattr", listxattr(text(path), empty(), 100) >= 0 || errno == ENOTSUP, 1);
    quiet_check("llistxattr", llistxattr(text(path), empty(), 100) >= 0 || errno == ENOTSUP, 1);
    int removed = removexattr(text(path), text("user.none"));
    quiet_check("removexattr", removed == -1 && (errno == ENODATA || errno == ENOTSUP || errno == EOPNOTSUPP), 1);
    struct dirent **list;
    int n = scandir(text("/proc/self/task"), &list, NULL, NULL);
    check("scandir", n > 2, 1);
    check("mknod", unlink(path) == 0 && mknod(text(path), S_IFREG | 0600, 0) == 0, 1);
    check("gone", unlink(path), 0);
}

static void signals(void)
{
    sigset_t *set = empty();
    sigemptyset(set);
    sigaddset(set, SIGUSR2);
    sigprocmask(SIG_BLOCK, set, NULL);
    touch((char *)set - DEEP);
    int fd = signalfd(-1, set, 0);
    check("signalfd", fd >= 0, 1);
    raise(SIGUSR2); /* of this thread: libgomp's own do not block it */
    struct signalfd_siginfo *got = empty();
    check("read", read(fd, got, sizeof *got), sizeof *got);
    check("signal", got->ssi_signo, SIGUSR2);
    close(fd);
    sigprocmask(SIG_UNBLOCK, set, NULL);
    stack_t *stack = empty();
    check("sigaltstack", sigaltstack(NULL, stack), 0);
    uint64_t *count = empty();
    fd = eventfd(7, 0);
    check("eventfd_read", eventfd_read(fd, count), 0);
    check("count", (long)*count, 7);
    close(fd);
    int e = epoll_create1(0), p[2];
    must(pipe(p) == 0 && write(p[1], "x", 1) == 1);
    struct epoll_event in = {.events = EPOLLIN}, *out = empty();
    must(epoll_ctl(e, EPOLL_CTL_ADD, p[0], &in) == 0);
    struct timespec soon = {60, 0};
    int events = epoll_pwait2(e, out, 4, on_device(&soon, sizeof soon), NULL);
    int none = events < 0 && (errno == ENOSYS || errno == EPERM); /* Linux 5.11 */
    check("epoll_pwait2", none || (events == 1 && out->events == EPOLLIN), 1);
}

static void system_v(void)
{
    int id = semget(IPC_PRIVATE, 2, 0600);
    must(id >= 0);
    unsigned short *all = empty();
    all[0] = 3, all[1] = 4;
    touch((char *)all - DEEP);
    check("semctl", semctl(id, 0, SETALL, all), 0);
    check("value", semctl(id, 1, GETVAL), 4);
    struct sembuf down = {.sem_num = 1, .sem_op = -1};
    struct timespec soon = {60, 0};
    check("semtimedop", semtimedop(id, on_device(&down, sizeof down), 1, on_device(&soon, sizeof soon)), 0);
    check("value", semctl(id, 1, GETVAL), 3);
    semctl(id, 0, IPC_RMID);
    id = shmget(IPC_PRIVATE, 5000, 0600);
    struct shmid_ds *about = empty();
    check("shmctl", shmctl(id, IPC_STAT, about), 0);
    check("size", (long)about->shm_segsz, 5000);
    shmctl(id, IPC_RMID, NULL);
    id = msgget(IPC_PRIVATE, 0600);
    check("msgctl", msgctl(id, IPC_STAT, empty()), 0);
    msgctl(id, IPC_RMID, NULL);
}

static void random_bytes(void)
{
#if defined(__GLIBC_PREREQ) && __GLIBC_PREREQ(2, 36)
    unsigned char *p = pages();
    arc4random_buf(p + 5000, ROOM - 10000);
    long same = 0;
    for (long i = 5000; i < ROOM - 5000; i++)
        same += p[i] == BYTE(3, i);
    quiet_check("random bytes", same < (ROOM - 10000) / 16, 1);
    quiet_check("bytes before", host_wrong_bytes(p, 5000, 3), 0);
#endif
}

static void clocks(void)
{
    struct timespec soon = {0, 1000};
    check("thrd_sleep", thrd_sleep(on_device(&soon, sizeof soon), NULL), 0);
    struct sigevent nothing = {.sigev_notify = SIGEV_NONE};
    timer_t id;
    check("timer_create", timer_create(CLOCK_MONOTONIC, on_device(&nothing, sizeof nothing), &id), 0);
    timer_delete(id);
    struct file_handle *h = empty();
    h->handle_bytes = MAX_HANDLE_SZ;
    touch((char *)h - DEEP);
    int handle = name_to_handle_at(AT_FDCWD, text("/"), h, empty(), 0);
    quiet_check("name_to_handle_at", handle == 0 || errno != EFAULT, 1);
}

static void program(void)
{
    fflush(stdout);
    char *argv[] = {text("sh"), text("-c"), text("exit 9"), NULL}, *path = text("/bin/sh");
    pid_t child = vfork();
    if (child == 0) {
        execveat(AT_FDCWD, path, argv, environ, 0);
        _exit(1);
    }
    int how;
    must(waitpid(child, &how, 0) == child);
    check("execveat", WEXITSTATUS(how), 9);
}

int main(void)
{
    memory();
    queues();
    threads();
    limits();
    attributes();
    signals();
    system_v();
    random_bytes();
    clocks();
    program();
    return status();
}
