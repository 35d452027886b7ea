// The host looks at what regions wrote right behind them, after jumps, constructs,
// calls and in several threads: no region may still run then.
#include <omp.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 20000, WORK = 60 };

// work takes a while, and sets a[i] to a[i] + by.
#define PRAGMA(text) _Pragma(#text)
#define WORK_ON(a, by)                                                                     \
    PRAGMA(omp target teams distribute parallel for map(always, tofrom: a[0:N]))           \
    for (int i_ = 0; i_ < N; i_++) {                                                       \
        unsigned x_ = i_;                                                                  \
        for (int k_ = 0; k_ < WORK; k_++)                                                  \
            x_ = x_ * 1664525u + 1013904223u;                                              \
        a[i_] += (by) + (x_ == 12345u && i_ < 0);                                          \
    }

static void open_step(int *a, int by) { WORK_ON(a, by) }

static int returns_early(int *a, int n)
{
    for (int t = 0; t < n; t++) {
        WORK_ON(a, 1)
        if (t == 2)
            return a[N - 1];
    }
    return -1;
}

static int jumps(int *a)
{
    int rounds = 0;
again:
    for (int t = 0; t < 2; t++) {
        WORK_ON(a, 1)
        if (rounds > 5)
            goto out;
        rounds++;
    }
    if (a[N - 1] < 7)
        goto again;
out:
    rounds = rounds * 100 + a[N - 1];
    switch (rounds & 1) {
    case 0:
        for (int t = 0; t < 2; t++)
            WORK_ON(a, 1)
    case 1:
        for (int t = 0; t < 2; t++)
            WORK_ON(a, 1)
        break;
    default:
        break;
    }
    return rounds * 100 + a[N - 1];
}

static jmp_buf back;

static int long_jump(int *a)
{
    if (setjmp(back))
        return a[N - 1];
    for (int t = 0; t < 2; t++)
        WORK_ON(a, 1)
    longjmp(back, 1);
}

static int data_regions(int *a, int *b)
{
    int sum = 0;
#pragma omp target data map(tofrom: a[0:N])
    {
        for (int t = 0; t < 3; t++)
            WORK_ON(a, 1)
#pragma omp target update from(a[0:N])
        sum += a[N - 1];
        for (int t = 0; t < 3; t++)
            WORK_ON(a, 1)
    }
    sum = sum * 10 + a[N - 1];
#pragma omp target data map(tofrom: a[0:N]) if(sum < 0)
    for (int t = 0; t < 3; t++)
        WORK_ON(a, 1)
    sum = sum * 10 + a[N - 1];
#pragma omp target enter data map(to: a[0:N])
    for (int t = 0; t < 3; t++) {
        WORK_ON(a, 1)
#pragma omp target update from(a[0:N]) if(t > 5)
    }
#pragma omp target update from(a[0:N])
    sum = sum * 10 + a[N - 1];
    WORK_ON(a, 1)
#pragma omp target exit data map(from: a[0:N])
    sum = sum * 10 + a[N - 1];
    for (int t = 0; t < 2; t++) {
        WORK_ON(b, 1)
#pragma omp target map(tofrom: b[0:N]) if(t > 5)
        for (int i = 0; i < N; i++)
            b[i] *= 3;
    }
    return sum * 10 + b[N - 1];
}

static int threads(int *a)
{
    int seen[4];
#pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
        int *mine = malloc(N * sizeof *mine);
        memset(mine, 0, N * sizeof *mine);
        for (int t = 0; t < 3; t++)
            WORK_ON(mine, me)
        seen[me] = mine[N - 1];
        free(mine);
#pragma omp single
        for (int t = 0; t < 2; t++)
            WORK_ON(a, 1)
#pragma omp critical
        seen[me] += a[N - 1];
    }
#pragma omp parallel for
    for (int r = 0; r < 4; r++) {
        int own = r;
#pragma omp target map(tofrom: own)
        for (int k = 0; k < 20000; k++)
            own = k < 19999 ? own : own + 1;
#pragma omp target map(tofrom: own)
        own *= 2;
#pragma omp atomic
        a[0] += own;
    }
    return seen[0] * 1000 + seen[1] * 100 + seen[2] * 10 + seen[3] + a[0] * 10000;
}

static int calls(int *a, int *b)
{
    int sum = 0;
    for (int t = 0; t < 3; t++) {
        open_step(a, t);
        int *s = a;
        a = b;
        b = s;
    }
    sum += a[N - 1] * 3 + b[N - 1];
    open_step(a, a[N - 1] > 0);
    sum = sum * 10 + a[N - 1];
    if (a[N - 1] > 0)
        open_step(a, 1);
    else
        open_step(b, 1);
    return sum * 10 + a[N - 1] + b[N - 1];
}

static int expressions(int *a)
{
    int v = ({
        for (int t = 0; t < 3; t++)
            WORK_ON(a, 1)
        a[N - 1];
    });
    for (int t = 0; t < 2; t++)
        WORK_ON(a, 1)
    int n = sizeof(int[a[N - 1]]), values[2] = {a[N - 1], v};
    for (int t = 0; t < values[0] - values[1]; t++)
        WORK_ON(a, 1)
    return v * 100 + n + a[N - 1];
}

int main(void)
{
    int *a = calloc(N, sizeof *a), *b = calloc(N, sizeof *b);
#pragma omp target enter data map(to: a[0:N], b[0:N])
    printf("jumps %d\n", jumps(a));
    printf("early %d\n", returns_early(a, 5));
    printf("long jump %d\n", long_jump(a));
    memset(a, 0, N * sizeof *a);
    printf("data %d\n", data_regions(a, b));
    printf("threads %d\n", threads(a));
    memset(a, 0, N * sizeof *a);
    printf("calls %d\n", calls(a, b));
    printf("expressions %d\n", expressions(a));
#pragma omp target exit data map(release: a[0:N], b[0:N])
    free(a);
    free(b);
    return 0;
}
