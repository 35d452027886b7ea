// fork before the program offloads: the child works on the host, or runs another
// program; the parent uses the device afterwards.
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int work(int x)
{
    int a[20];
#pragma omp target teams distribute parallel for map(from: a)
    for (int i = 0; i < 20; i++)
        a[i] = i * x;
    int s = 0;
    for (int i = 0; i < 20; i++)
        s += a[i];
    return s;
}

int main(void)
{
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        int s = 0;
        for (int i = 0; i < 20; i++)
            s += i;
        _exit(s == 190 ? 7 : 1);
    }
    int status = -1;
    waitpid(pid, &status, 0);
    printf("child %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    printf("parent %d\n", work(2));
    fflush(stdout);
    printf("system %d\n", system("exit 3") >> 8);
    printf("parent %d\n", work(3));
    return 0;
}
