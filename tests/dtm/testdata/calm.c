// HOST-DIFFERS: it looks at the runtime's threads
// EXPECT: sum 2199022206976
// EXPECT: counted
// EXPECT: no longer counted
// RUNGS: mprotect wp uffd-user uffd
// While pages come, libgomp is told that processors are shared, by one more team of two;
// when none come any more, that ends. (With OMP_WAIT_POLICY set it is left alone.)
#undef DIR /* the suite's */
#include "torture.h"
#include <dirent.h>
#include <unistd.h>

enum { N = 1 << 21 };

/* Threads of the name that the team's master has, which its other thread takes over. */
static int counted(void)
{
    DIR *d = opendir("/proc/self/task");
    int n = 0;
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        char path[300], name[32] = "";
        snprintf(path, sizeof path, "/proc/self/task/%s/comm", e->d_name);
        FILE *f = fopen(path, "r");
        if (f && fgets(name, sizeof name, f))
            n += strncmp(name, "omp2cl-calm", 11) == 0;
        if (f)
            fclose(f);
    }
    closedir(d);
    return n;
}

static int comes_to(int threads)
{
    for (int i = 0; i < 60000; i++, usleep(1000))
        if (counted() == threads)
            return 1;
    return 0;
}

int main(int argc, char **argv)
{
    (void)argc;
    if (unsetenv("OMP_WAIT_POLICY") == 0 && !getenv("AGAIN")) { /* the suite's */
        setenv("AGAIN", "1", 1);
        execv("/proc/self/exe", argv);
    }
    long *a = malloc(N * sizeof *a), sum = 0;
    volatile long touch = 0;
    int seen = 0;
#pragma omp target teams distribute parallel for map(from: a[0:N])
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma omp parallel for reduction(+: sum) num_threads(2)
    for (int i = 0; i < N; i++)
        sum += a[i];
    printf("sum %ld\n", sum);
    for (int round = 0; round < 1000 && !seen; round++) { /* until it was in time to be seen */
#pragma omp target teams distribute parallel for map(tofrom: a[0:N])
        for (int i = 0; i < N; i++)
            a[i]++;
        touch += a[round];
        usleep(1000);
        seen = counted() == 2;
    }
    puts(seen ? "counted" : "not counted");
    puts(comes_to(1) ? "no longer counted" : "still counted");
    free(a);
    return 0;
}
