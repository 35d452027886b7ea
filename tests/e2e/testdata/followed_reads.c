// The host looks at what regions wrote right behind them, in every way that comes to
// mind: whatever the compiler finds out about the host code in between, no region
// may still run then. All of it is mapped before, so that regions need not be awaited
// for their mappings' sake.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 20000, WORK = 60 };

struct box {
    int n;
    int *v;
};

static int total;
static int *volatile shown;

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

static int look(const int *p) { return *p; }

static int last(int *a) { return a[N - 1]; }

static int conditions(int *a)
{
    int rounds = 0;
    while (a[N - 1] < 5) {
        WORK_ON(a, 1)
        rounds++;
    }
    do {
        WORK_ON(a, 1)
        rounds += 10;
    } while (a[N - 1] < 9);
    for (int *p = a; p[N - 1] < 12; rounds += *p > 0 ? 100 : 0) {
        WORK_ON(a, 1)
    }
    if (WORK > 1)
        for (int t = 0; t < 2; t++)
            WORK_ON(a, 1)
    rounds += a[N - 1] * 1000;
    return rounds;
}

static int pointers(int *a, int *b)
{
    int sum = 0;
    for (int t = 0; t < 3; t++) {
        int *s = a;
        WORK_ON(a, 1)
        WORK_ON(b, 10)
        a = b;
        b = s;
    }
    sum += *(a + N - 1) + (N - 1)[b];
    for (int t = 0; t < 3; t++) {
        WORK_ON(a, 1)
        sum += last(a);
    }
    for (int t = 0; t < 3; t++) {
        WORK_ON(a, 1)
        shown = a;
        sum += shown[N - 1];
    }
    return sum;
}

static int scalars(void)
{
    int x = 0, rounds = 0, unseen = 0;
    int *later = &x;
#pragma omp target enter data map(to: x, total)
    for (; x < 4; rounds++) {
#pragma omp target map(always, tofrom: x)
        for (int k = 0; k < 20000; k++)
            x = k < 19999 ? x : x + 1;
    }
    for (int t = 0; t < 3; t++) {
#pragma omp target map(always, tofrom: total)
        for (int k = 0; k < 20000; k++)
            total = k < 19999 ? total : total + 1;
        unseen += t;
    }
    rounds += total * 10 + unseen * 100;
    for (int t = 0; t < 3; t++) {
#pragma omp target map(always, tofrom: x)
        for (int k = 0; k < 20000; k++)
            x = k < 19999 ? x : x + 1;
        rounds += *later * 1000;
    }
#pragma omp target exit data map(release: x, total)
    return rounds;
}

static int sums(int *a)
{
    long sum = 0, part;
#pragma omp target enter data map(to: sum, part)
    for (int t = 0; t < 3; t++) {
#pragma omp target teams distribute parallel for reduction(+: sum) map(always, tofrom: sum) map(to: a[0:N])
        for (int i = 0; i < N; i++)
            sum += a[i] + t;
    }
    long more = 1;
    for (int t = 0; t < 3; t++) {
        part = 0;
#pragma omp target teams distribute parallel for reduction(+: part) map(always, tofrom: part) map(to: a[0:N])
        for (int i = 0; i < N; i++)
            part += a[i];
        more = more * 3 + part % 7;
    }
#pragma omp target exit data map(release: sum, part)
    return (int)((sum + more) % 1000003);
}

static int locals(int *a)
{
    int sum = 0;
    for (int t = 0; t < 4; t++) {
        int own[64];
        for (int i = 0; i < 64; i++)
            own[i] = t;
#pragma omp target enter data map(to: own)
#pragma omp target map(always, tofrom: own)
        for (int k = 0; k < 2000; k++)
            own[k % 64]++;
        struct box b = {own[0], own};
        sum += b.n + b.v[63] + look(&own[7]);
#pragma omp target exit data map(release: own)
    }
    {
        int own[256] = {0};
#pragma omp target enter data map(to: own)
        for (int t = 0; t < 2; t++) {
#pragma omp target map(always, tofrom: own)
            for (int k = 0; k < 25600; k++)
                own[k % 256]++;
        }
        sum += own[255];
#pragma omp target exit data map(release: own)
    }
    {
        int other[256];
        memset(other, 1, sizeof other);
        sum += other[200] & 7;
    }
    return sum + a[0];
}

static int structures(int *a)
{
    struct box b = {0, a};
#pragma omp target enter data map(to: b)
    for (int t = 0; t < 3; t++) {
#pragma omp target map(always, tofrom: b.n)
        for (int k = 0; k < 20000; k++)
            b.n = k < 19999 ? b.n : b.n + 1;
    }
    int copy = b.n;
    struct box *p = &b;
    for (int t = 0; t < p->n; t++) {
#pragma omp target map(always, tofrom: b)
        for (int k = 0; k < 20000; k++)
            b.n = k < 19999 || b.n > 5 ? b.n : b.n + 1;
    }
#pragma omp target exit data map(release: b)
    return copy * 10 + b.n;
}

// The host looks now and then.
static int now_and_then(int *a)
{
    int seen = 0;
    for (int t = 0; t < 6; t++) {
        WORK_ON(a, 1)
        if (t % 3 == 1)
            seen = seen * 10 + a[N - 1] % 10;
        else if (t == 4) {
            int own[64] = {t};
#pragma omp target map(tofrom: own)
            for (int k = 0; k < 20000; k++)
                own[0] = k < 19999 ? own[0] : own[0] + 1;
            seen += own[0] * 1000 + look(&a[N - 1]) * 100;
            if (seen > 1 << 20)
                break;
        }
        if (t == 5 && seen > 0)
            return seen * 100 + a[N - 1] % 100;
    }
    return -1;
}

int main(void)
{
    int *a = calloc(N, sizeof *a), *b = calloc(N, sizeof *b);
#pragma omp target enter data map(to: a[0:N], b[0:N])
    printf("conditions %d\n", conditions(a));
    printf("pointers %d\n", pointers(a, b));
    printf("scalars %d\n", scalars());
    printf("sums %d\n", sums(a));
    printf("locals %d\n", locals(a));
    printf("structures %d\n", structures(a));
    printf("now and then %d\n", now_and_then(a));
#pragma omp target exit data map(release: a[0:N], b[0:N])
    free(a);
    free(b);
    return 0;
}
