// LINK: -lpthread
// Names and small structures of system calls in results, by the library's functions and by number; memory without pages.
#define _GNU_SOURCE
#include "torture.h"
#include "../parts/temporary.h"
#undef DIR
#include <dirent.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../parts/on_device.h"

static void names(void)
{
    char base[] = "/tmp/torture-XXXXXX", path[100], other[100];
    must(mkdtemp(base));
    snprintf(path, sizeof path, "%s/a", base);
    snprintf(other, sizeof other, "%s/b", base);
    int fd = open(text(path), O_CREAT | O_RDWR, 0600);
    check("open", fd >= 0 && close(fd) == 0, 1);
    check("rename", rename(text(path), text(other)), 0);
    check("link", link(text(other), text(path)), 0);
    check("unlink", unlink(text(path)), 0);
    check("symlink", symlink(text("b"), text(path)), 0);
    struct stat *about = empty();
    check("lstat", lstat(text(path), about), 0);
    check("a link", S_ISLNK(about->st_mode), 1);
    check("chmod", chmod(text(other), 0640), 0);
    check("fstatat", syscall(SYS_newfstatat, AT_FDCWD, text(other), about = empty(), 0), 0);
    check("its mode", about->st_mode & 0777, 0640);
    check("truncate", truncate(text(other), 7), 0);
    struct timespec times[2] = {{1000, 0}, {2000, 0}};
    check("utimensat", utimensat(AT_FDCWD, text(other), on_device(times, sizeof times), 0), 0);
    check("stat", stat(text(other), about = empty()), 0);
    check("its size and time", about->st_size == 7 && about->st_mtime == 2000, 1);
    DIR *directory = opendir(text(base));
    check("opendir", directory != NULL && closedir(directory) == 0, 1);
    FILE *f = fopen(text(other), text("r"));
    check("fopen", f != NULL && fclose(f) == 0, 1);
    fd = (int)syscall(SYS_openat, AT_FDCWD, text(other), O_RDONLY);
    check("openat by number", fd >= 0 && close(fd) == 0, 1);
    check("remove", remove(text(path)), 0);
    check("unlinkat", unlinkat(AT_FDCWD, text(other), 0), 0);
    check("chdir", chdir(text(base)), 0);
    check("rmdir", rmdir(text(base)), 0);
    check("access to nothing", access(text(path), F_OK) == -1 && errno == ENOENT, 1);
    must(chdir("/") == 0);
}

static void descriptors(void)
{
    int *ends = empty(), *waiting = empty();
    check("pipe", pipe(ends), 0);
    int in = ends[0], out = ends[1];
    must(write(out, "four", 4) == 4);
    check("ioctl", ioctl(in, FIONREAD, touch((char *)waiting - DEEP) ? waiting : NULL), 0);
    check("waiting", *waiting, 4);
    int file = temporary(0);
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 5}, *l = on_device(&lock, sizeof lock);
    check("fcntl", fcntl(file, F_GETLK, l), 0);
    check("no lock", l->l_type, F_UNLCK);
    close(in);
    close(out);
    close(file);
}

static void sockets(void)
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)}, *a;
    socklen_t size = sizeof here, *n;
    int one = 1, listener = socket(AF_INET, SOCK_STREAM, 0), caller = socket(AF_INET, SOCK_STREAM, 0);
    must(listener >= 0 && caller >= 0);
    check("setsockopt", setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, on_device(&one, sizeof one), sizeof one), 0);
    check("bind", bind(listener, on_device(&here, sizeof here), sizeof here), 0);
    check("getsockname", getsockname(listener, a = empty(), n = on_device(&size, sizeof size)), 0);
    check("its length", *n, sizeof here);
    must(listen(listener, 1) == 0);
    here.sin_port = a->sin_port;
    check("connect", connect(caller, on_device(&here, sizeof here), sizeof here), 0);
    int called = accept(listener, a = empty(), n = on_device(&size, sizeof size));
    check("accept", called >= 0, 1);
    check("from here", a->sin_addr.s_addr == htonl(INADDR_LOOPBACK), 1);
    close(called);
    close(caller);
    close(listener);
}

static void times_and_signals(void)
{
    struct timespec moment = {0, 1000}, *t;
    fd_set *set = empty();
    FD_ZERO(set);
    touch((char *)set - DEEP);
    check("pselect", pselect(1, set, NULL, NULL, on_device(&moment, sizeof moment), NULL), 0);
    check("nanosleep by number", syscall(SYS_nanosleep, on_device(&moment, sizeof moment), empty()), 0);
    check("clock_gettime by number", syscall(SYS_clock_gettime, CLOCK_REALTIME, t = empty()), 0);
    check("its time", t->tv_sec > 1000000, 1);
    struct itimerval none = {{0, 0}, {0, 0}}, *old;
    check("setitimer", setitimer(ITIMER_PROF, on_device(&none, sizeof none), old = empty()), 0);
    check("not set", old->it_value.tv_sec, 0);
    sigset_t usr, *before = empty(), *pending = empty();
    sigemptyset(&usr);
    sigaddset(&usr, SIGUSR1);
    check("sigprocmask", sigprocmask(SIG_BLOCK, on_device(&usr, sizeof usr), before), 0);
    check("blocked before", sigismember(before, SIGUSR1), 0);
    raise(SIGUSR1);
    check("sigpending", sigpending(pending), 0);
    check("pending", sigismember(pending, SIGUSR1), 1);
    siginfo_t *info = empty();
    check("sigtimedwait", sigtimedwait(on_device(&usr, sizeof usr), info, on_device(&moment, sizeof moment)), SIGUSR1);
    check("its information", info->si_signo, SIGUSR1);
    check("sigprocmask back", sigprocmask(SIG_SETMASK, touch((char *)before - DEEP) ? before : NULL, NULL), 0);
}

static void ended(const char *name, pid_t child)
{
    int *status = empty();
    must(child > 0);
    check(name, waitpid(child, status, 0) == child && WIFEXITED(*status) && WEXITSTATUS(*status) == 7, 1);
}

static void programs(void)
{
    char *shell = text("/bin/sh"), *flag = text("-c"), *command = text("exit $SEVEN"), *seven = text("SEVEN=7");
    char *arguments[] = {shell, flag, command, NULL}, *variables[] = {seven, NULL};
    char **a = on_device(arguments, sizeof arguments), **e = on_device(variables, sizeof variables);
    pid_t child = vfork();
    if (child == 0) {
        execve(shell, a, e);
        _exit(1);
    }
    ended("vfork and execve", child);
    flag = text("-c");
    command = text("exit 7");
    if ((child = vfork()) == 0) {
        execl("/bin/sh", "sh", flag, command, (char *)NULL);
        _exit(1);
    }
    ended("vfork and execl", child);
    shell = text("sh");
    command = text("exit 7");
    if ((child = vfork()) == 0) {
        execlp(shell, "sh", "-c", command, (char *)NULL);
        _exit(1);
    }
    ended("vfork and execlp", child);
    must(putenv(text("SEVEN=7")) == 0);
    ended("posix_spawn", posix_spawn(&child, text("/bin/sh"), NULL, NULL, (char *[]){"sh", "-c", text("exit $SEVEN"), NULL}, environ) == 0
                             ? child : -1);
    check("system", WEXITSTATUS(system(text("exit $SEVEN"))), 7);
    unsetenv("SEVEN");
}

/* Beside pages on the device, some that were never touched and some that were given back. */
static void holes(void)
{
    enum { N = 1 << 20, PART = 300000 };
    int file = temporary(0);
    unsigned char *p = malloc(N);
    must(p);
    dev_fill_bytes(p, PART, 1);
    must(pwrite(file, p, PART, 0) == PART);
    check("never touched", pread(file, p + PART, PART, 0), PART);
    check("its bytes", host_wrong_bytes(p + PART, PART, 1), 0);
    dev_fill_bytes(p, PART, 2);
    must(madvise((void *)(((uintptr_t)p + 8191) & ~4095ul), 65536, MADV_DONTNEED) == 0);
    check("given back", pread(file, p, PART, 0), PART);
    check("its bytes", host_wrong_bytes(p, PART, 1), 0);
    close(file);
    free(p);
}

int main(void)
{
    names();
    descriptors();
    sockets();
    times_and_signals();
    programs();
    holes();
    return status();
}
