// Constructs in exit handlers: registered before the first construct, between constructs, by a handler, by on_exit.
// EXIT: 3
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

enum { N = 5000 };
static int *data, calls;

static void add(const char *who, int k)
{
#pragma omp target teams distribute parallel for map(tofrom: data[0:N])
    for (int i = 0; i < N; i++)
        data[i] += k;
    printf("%s: call %d, %d %d\n", who, calls++, data[0], data[N - 1]);
}

static void twice(void)
{
    long sum = 0;
#pragma omp target teams distribute parallel for map(to: data[0:N]) reduction(+: sum)
    for (int i = 0; i < N; i++)
        sum += 2 * data[i];
    printf("twice: call %d, %ld\n", calls++, sum);
}

static void first(void) { add("first", 1000000); }
static void by_handler(void) { add("by a handler", 100000); }

static void registers(void)
{
    add("registers", 10000);
    atexit(by_handler);
}

static void with_status(int status, void *p)
{
    add("on_exit", *(int *)p + status);
}

int main(void)
{
    static int thousand = 1000;
    atexit(first);
    atexit(twice);
    data = malloc(N * sizeof *data);
    for (int i = 0; i < N; i++)
        data[i] = i % 7;
    on_exit(with_status, &thousand);
    add("main", 10);
    atexit(registers);
#pragma omp target map(tofrom: data[0:N])
    data[0]++;
    exit(3);
}
