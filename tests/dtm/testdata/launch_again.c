// Launches that come again and again, with something done to their arrays in between: written, read, by system calls,
// discarded, freed and allocated anew, changed by other regions and threads.
#define _GNU_SOURCE
#include "torture.h"
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 30000, ROUNDS = 120, BYTES = N * (int)sizeof(int) };

static int *sum, *a, *b; /* sum += weight * a + b */
static unsigned *want;   /* what the host makes of it */
static int weight = 3, file;

static int *memory(void)
{
    int *p = malloc(BYTES);
    must(p);
    return p;
}

static void launch(int times)
{
    for (int k = 0; k < times; k++) {
#pragma omp target teams distribute parallel for map(tofrom: sum[0:N]) map(to: a[0:N], b[0:N])
        for (int i = 0; i < N; i++)
            sum[i] = (int)((unsigned)sum[i] + (unsigned)weight * (unsigned)a[i] + (unsigned)b[i]);
    }
    for (int k = 0; k < times; k++)
        for (int i = 0; i < N; i++)
            want[i] += (unsigned)weight * (unsigned)a[i] + (unsigned)b[i];
}

static void compare(const char *when)
{
    int wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += (unsigned)sum[i] != want[i];
    quiet_check(when, wrong, 0);
}

static void *write_one(void *at)
{
    *(int *)at += 5;
    return NULL;
}

static void from_file(int *p, int seed)
{
    int *values = memory();
    host_fill(values, N, seed);
    must(pwrite(file, values, BYTES, 0) == BYTES);
    must(pread(file, p, BYTES, 0) == BYTES);
    free(values);
}

static void to_file(const int *p)
{
    int *values = memory(), wrong = 0;
    must(pwrite(file, p, BYTES, 0) == BYTES);
    must(pread(file, values, BYTES, 0) == BYTES);
    for (int i = 0; i < N; i++)
        wrong += (unsigned)values[i] != want[i];
    quiet_check("written to a file", wrong, 0);
    free(values);
}

static void renew(int **p, int seed)
{
    free(*p);
    *p = memory();
    host_fill(*p, N, seed);
}

static void change_places(void)
{
    int *c = a;
    a = b;
    b = c;
}

/* A region that writes what the launches read. */
static void write_on_device(int *p, int k)
{
#pragma omp target teams distribute parallel for map(tofrom: p[0:N])
    for (int i = 0; i < N; i++)
        p[i] ^= k;
}

static void in_child(void)
{
    pid_t child = fork();
    must(child >= 0);
    if (child == 0) {
        compare("in a child");
        launch(2);
        compare("in a child, launched");
        _exit(status());
    }
    int end = -1;
    must(waitpid(child, &end, 0) == child);
    quiet_check("the child", end, 0);
}

static void by_thread(int *at)
{
    pthread_t t;
    must(pthread_create(&t, NULL, write_one, at) == 0);
    pthread_join(t, NULL);
}

static void discard(int *p)
{
    char *lo = (char *)(((uintptr_t)p + 8191) & ~(uintptr_t)4095);
    must(madvise(lo, 16384, MADV_DONTNEED) == 0);
}

static void event(int round, dice *rng)
{
    int at = (int)below(rng, N);
    switch (round % 15) {
    case 0: a[at]++; break;
    case 1: b[N - 1] = round; break;
    case 2: sum[at] += 2, want[at] += 2; break;
    case 3: quiet_check("one", sum[at] == (int)want[at], 1); break;
    case 4: compare("read"); break;
    case 5: from_file(a, round); break;
    case 6: to_file(sum); break;
    case 7: by_thread(&b[at]); break;
    case 8: renew(&b, round); break;
    case 9: change_places(); break;
    case 10: write_on_device(a, round); break;
    case 11: weight = round; break;
    case 12: if (round % 2) in_child(); break;
    case 13: memcpy(a + N / 2, b, BYTES / 4); break;
    case 14: discard(a); break;
    }
}

int main(void)
{
    dice rng = {7};
    must((file = memfd_create("launch_again", 0)) >= 0);
    sum = memory(), a = memory(), b = memory();
    must(want = calloc(N, sizeof *want));
    memset(sum, 0, BYTES);
    host_fill(a, N, 1);
    host_fill(b, N, 2);
    for (int round = 0; round < ROUNDS; round++) {
        launch(1 + (int)below(&rng, 7));
        event(round, &rng);
    }
    compare("at the end");
    check("rounds", ROUNDS, 120);
    return status();
}
