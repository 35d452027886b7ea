// Regions that read through one pointer what they write through another: kernels for which
// the device compiler knows what is only read must not run on them. Before and behind them
// the same regions run on pointers that lead apart.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 300 };

/* What is read behind the store is the old value only where the pointers lead apart. */
static void step(int n, const int *from, int *to, int *seen)
{
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++) {
        int before = from[i];
        to[i] = 2 * before + 1;
        seen[i] = from[i] - before;
    }
}

/* Several values at a time, through a member and a device address. */
struct lists {
    int n;
    int *from, *to;
};

static void exchange(struct lists *l, int *seen)
{
    int *from = l->from, *to = l->to, n = l->n;
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n / 2; i++) {
        int a = from[2 * i], b = from[2 * i + 1];
        to[2 * i + 1] = a;
        to[2 * i] = from[2 * i + 1];
        seen[i] = from[2 * i + 1] * 1000 + b;
    }
}

static void show(const char *what, const int *x, int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += (long)x[i] * (i % 31 + 1);
    printf("%s %ld\n", what, sum);
}

static void fill(int *x, int by)
{
    for (int i = 0; i < N; i++)
        x[i] = i * by % 17;
}

int main(void)
{
    int *a = malloc(2 * N * sizeof *a), *b = malloc(N * sizeof *b), *seen = malloc(N * sizeof *seen);
    fill(a, 3);
    fill(a + N, 7);
    fill(b, 5);
    fill(seen, 1);
#pragma omp target data map(tofrom: a[0:2 * N], b[0:N], seen[0:N])
    for (int round = 0; round < 4; round++) {
        int *to = round % 2 ? a : b;
        step(N, a, to, seen);
#pragma omp target update from(seen[0:N])
        show(round % 2 ? "one" : "two", seen, N);
        step(N, a + N, a, seen);
#pragma omp target update from(seen[0:N])
        show("parts", seen, N);
        struct lists l = {N, a, round < 2 ? b : a};
        exchange(&l, seen);
#pragma omp target update from(seen[0:N])
        show(round < 2 ? "apart" : "same", seen, N);
    }
    show("a", a, 2 * N);
    show("b", b, N);
    int device = omp_get_default_device(), *own = omp_target_alloc(N * sizeof *own, device);
    fill(a, 3);
    omp_target_memcpy(own, a, N * sizeof *own, 0, 0, device, omp_get_initial_device());
    int wrong = 0;
    if (omp_target_associate_ptr(b, own, N * sizeof *own, 0, device) == 0) { /* not where the host is the device */
#pragma omp target data map(tofrom: seen[0:N])
        {
#pragma omp target is_device_ptr(own)
            own[0] = 11;
            step(N, b, b, seen);
        }
        omp_target_memcpy(b, own, N * sizeof *own, 0, 0, omp_get_initial_device(), device);
        omp_target_disassociate_ptr(b, device);
        for (int i = 0; i < N; i++) {
            int before = i ? a[i] : 11;
            wrong += b[i] != 2 * before + 1 || seen[i] != before + 1;
        }
    }
    printf("wrong %d\n", wrong);
    omp_target_free(own, device);
    return 0;
}
