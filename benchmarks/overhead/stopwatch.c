/* stopwatch.c: runs two commands in turns and tells how long they take.
 *
 * usage: stopwatch rounds command ... -- command ...
 * Writes the medians of both, in milliseconds from start to end, and the median of
 * the difference within a round. A command that fails ends it with status 1; one
 * warming run of each comes first. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

static double run(char **command)
{
    pid_t child;
    int status;
    double start = now();
    int error = posix_spawnp(&child, command[0], NULL, NULL, command, environ);
    if (error) {
        fprintf(stderr, "stopwatch: %s: %s\n", command[0], strerror(error));
        exit(1);
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    double end = now();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "stopwatch: %s failed\n", command[0]);
        exit(1);
    }
    return end - start;
}

static int by_value(const void *x, const void *y)
{
    double d = *(const double *)x - *(const double *)y;
    return (d > 0) - (d < 0);
}

static double median(double *v, int n)
{
    qsort(v, n, sizeof *v, by_value);
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 0, second = 2;
    while (second < argc && strcmp(argv[second], "--") != 0)
        second++;
    if (rounds < 1 || second == 2 || second + 1 >= argc) {
        fprintf(stderr, "usage: stopwatch rounds command ... -- command ...\n");
        return 2;
    }
    argv[second] = NULL;
    char **one = argv + 2, **other = argv + second + 1;
    double *first = calloc(rounds, sizeof *first), *last = calloc(rounds, sizeof *last),
           *apart = calloc(rounds, sizeof *apart);
    if (!first || !last || !apart)
        return 1;
    run(one);
    run(other);
    for (int r = 0; r < rounds; r++) {
        first[r] = run(one);
        last[r] = run(other);
        apart[r] = last[r] - first[r];
    }
    double x = median(first, rounds), y = median(last, rounds);
    printf("%.3f %.3f %.3f\n", x, y, median(apart, rounds));
    return 0;
}
