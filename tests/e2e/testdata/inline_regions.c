// Functions with parallel regions, called in team code: their regions have the
// threads that one in the caller would have, and the functions still mean the same.
#include <stdio.h>
#include <omp.h>

#define N 1000

#pragma omp declare target
int scale = 3;
int copied = 5;

static int threads(void)
{
    int n = 0;
#pragma omp parallel
#pragma omp single
    n = omp_get_num_threads();
    return n;
}

// Several returns, one of them before the region.
static int sum(const int *v, int n)
{
    if (n <= 0)
        return -1;
    int s = 0;
#pragma omp parallel for reduction(+: s)
    for (int i = 0; i < n; i++)
        s += scale * v[i];
    if (s > 100000) {
        s %= 100000;
        return s;
    }
    return s + 1;
}

// A parameter that changes, a static variable and a result by pointer.
static void fill(int *v, int n, int step, int *times)
{
    static int calls;
    for (; step > 1; step /= 2) {
#pragma omp parallel for firstprivate(step)
        for (int i = 0; i < n; i++)
            v[i] += i % step;
        calls++;
    }
    *times = calls;
}

// Calls of functions with regions, in expressions.
static long both(int *v, int n)
{
    int times;
    fill(v, n, 8, &times);
    return (long)sum(v, n) * 10 + times + sum(v, 0);
}

// A parameter whose argument changes meanwhile.
static void twice(int n, int *v)
{
    *v = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
#pragma omp atomic
        *v += 2;
}

// A matrix whose rows have a length that another parameter tells.
static void transpose(int n, int m, int (*a)[m], int (*b)[n])
{
    int row[m];
    for (int i = 0; i < n; i++) {
#pragma omp parallel for
        for (int j = 0; j < m; j++)
            row[j] = a[i][j];
#pragma omp parallel for
        for (int j = 0; j < m; j++)
            b[j][i] = row[j];
    }
}

// Names a variable that a region has a copy of: it has the original.
static int original(int n)
{
    int most = 0;
#pragma omp parallel for reduction(max: most)
    for (int i = 0; i < n; i++)
        if (i % 7 * copied > most)
            most = i % 7 * copied;
    return most;
}

// Is called in a parallel region: there its own has one thread.
static void deeper(int *v, int i)
{
#pragma omp parallel num_threads(1)
    v[i] += omp_get_num_threads();
}
#pragma omp end declare target

int a[N], m[12][20], t[20][12];

int main(void)
{
    int same, r[4] = {0};
    long l;
    for (int i = 0; i < N; i++)
        a[i] = i % 13;
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 20; j++)
            m[i][j] = 100 * i + j;
#pragma omp target map(from: same)
    {
        int n = 0;
#pragma omp parallel
#pragma omp single
        n = omp_get_num_threads();
        same = n == threads();
    }
    printf("%d\n", same);

#pragma omp target map(tofrom: a, r) map(from: l)
    {
        int k = 0;
        while (sum(a, 10 * k) < 500)
            k++;
        r[0] = k;
        if (sum(a, N) > 50 && k)
            r[1] = sum(a, 7);
        switch (sum(a, 1)) {
        case 1:
            fill(a, N, 4, &r[2]);
            break;
        default:
            r[2] = -7;
        }
        l = both(a, N);
        twice(k, &k);
        r[0] = 10 * r[0] + k;
        for (int i = 0; i < 3; i++)
            r[3] += sum(a + i, N - 3) > 0 ? sum(a, 5) : 0;
    }
    printf("%d %d %d %d %ld\n", r[0], r[1], r[2], r[3], l);

#pragma omp target map(from: r) firstprivate(copied)
    {
        copied = 1;
        r[0] = original(N);
        r[1] = copied;
    }
    printf("%d %d\n", r[0], r[1]);

#pragma omp target map(to: m) map(from: t)
    transpose(12, 20, m, t);
    long check = 0;
    for (int j = 0; j < 20; j++)
        for (int i = 0; i < 12; i++)
            check += (j * 12 + i) * (long)t[j][i];
    printf("%ld\n", check);

    int rows[8] = {0};
#pragma omp target teams distribute map(tofrom: rows) map(to: a)
    for (int k = 0; k < 8; k++)
        rows[k] = sum(a + 100 * k, 100);
#pragma omp target teams distribute parallel for map(tofrom: a)
    for (int i = 0; i < N; i++)
        deeper(a, i);
    for (int k = 0; k < 8; k++)
        printf("%d ", rows[k]);
    unsigned hash = 0;
    for (int i = 0; i < N; i++)
        hash = hash * 31 + a[i];
    printf("%u\n", hash);
    return 0;
}
