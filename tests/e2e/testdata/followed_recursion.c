// Functions that launch regions by other functions, and call themselves: the host goes on
// behind the regions, and looks at their results only behind the outermost call.
#include <stdio.h>
#include <string.h>

enum { N = 5003, BLOCK = 16 };

static int from[N], to[N], sums[2 * N];
static const char *const names[] = {"sum_blocks", "scan", "halve"};

static void sum_blocks(int n, int blocks, const int *a, int *s)
{
#pragma omp target teams distribute parallel for map(to: a[0:n]) map(from: s[0:blocks])
    for (int b = 0; b < blocks; b++) {
        int sum = 0, end = (b + 1) * BLOCK < n ? (b + 1) * BLOCK : n;
        for (int i = b * BLOCK; i < end; i++)
            sum += a[i];
        s[b] = sum;
    }
}

static void scan_blocks(int n, int blocks, const int *a, const int *before, int *x)
{
#pragma omp target teams distribute parallel for map(to: a[0:n], before[0:blocks]) map(from: x[0:n])
    for (int b = 0; b < blocks; b++) {
        int sum = b > 0 ? before[b - 1] : 0, end = (b + 1) * BLOCK < n ? (b + 1) * BLOCK : n;
        for (int i = b * BLOCK; i < end; i++) {
            sum += a[i];
            x[i] = sum;
        }
    }
}

static void scan(int n, const int *a, int *x, int *s)
{
    int blocks = (n + BLOCK - 1) / BLOCK, *before = s + blocks;
    if (blocks > 1) {
        sum_blocks(n, blocks, a, s);
        scan(blocks, s, before, s + 2 * blocks);
    }
    scan_blocks(n, blocks, a, before, x);
}

static int whole(void)
{
    int sum = 0, wrong = 0;
    for (int i = 0; i < N; i++) {
        sum += from[i];
        wrong += to[i] != sum;
    }
    return wrong;
}

/* One whose host code looks at what a region has left. */
static void halve(int n, int *x)
{
#pragma omp target teams distribute parallel for map(tofrom: x[0:n])
    for (int i = 0; i < n; i++)
        x[i] /= 2;
    if (x[0] > 1)
        halve(n, x);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        from[i] = i * 37 % 101 - 40;
    for (int round = 0; round < 5; round++) {
        scan(N, from, to, sums);
        printf("%s: %d wrong\n", names[1], whole());
        from[round] += 1000;
        memset(to, 0, sizeof to);
    }
#pragma omp target data map(to: from) map(from: to) map(alloc: sums)
    {
        scan(N, from, to, sums);
        scan(N, from, to, sums);
    }
    printf("%s: %d wrong\n", names[1], whole());
    for (int i = 0; i < N; i++)
        to[i] = 64 + i;
    halve(N, to);
    printf("%s: %d %d\n", names[2], to[0], to[N - 1]);
    return 0;
}
