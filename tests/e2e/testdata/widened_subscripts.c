// Subscripts that a CPU computes in 64 bits: variables of loops with negative bounds,
// steps and without a sign, variables computed from them, and those that change.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 61, M = 37, ALL = N * M };

static int a[ALL + 64], b[ALL + 64];

static void fill(void)
{
    for (int i = 0; i < ALL + 64; i++) {
        a[i] = (i * 7919) % 1009;
        b[i] = -i;
    }
}

static void show(const char *what)
{
    unsigned long sum = 5381;
    for (int i = 0; i < ALL + 64; i++)
        sum = sum * 33 + (unsigned)b[i];
    printf("%s %lu\n", what, sum);
    fill();
}

/* Places below zero, rows that go up and down, steps. */
static void bounds(void)
{
    int *middle = b + ALL / 2;
    const int *from = a + ALL / 2;
#pragma omp target teams distribute parallel for map(tofrom: b) map(to: a)
    for (int i = -ALL / 2; i < ALL / 2; i += 3)
        middle[i] = from[i] + from[-i];
    show("below zero");
#pragma omp target teams distribute parallel for map(tofrom: b) map(to: a)
    for (int i = ALL - 1; i >= 0; i -= 2)
        b[i] = a[ALL - i] - i;
    show("falling");
#pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) map(to: a)
    for (int i = N - 2; i > 0; i--)
        for (int j = -M / 2; j <= M / 2 - 1; j += 1) {
            int c = i * M + j + M / 2;
            b[c] = a[c] + a[c + 1] - a[c - M] + a[c + M] + *(a + c - 1);
        }
    show("nest");
#pragma omp target teams distribute parallel for map(tofrom: b) map(to: a)
    for (int i = INT_MAX - 100; i < INT_MAX - 1; i += 2)
        b[i - (INT_MAX - 200)] = a[INT_MAX - i] + 1;
    show("near the top");
#pragma omp target teams distribute parallel for map(tofrom: b) map(to: a)
    for (int i = INT_MIN; i < INT_MIN + 100; i++)
        b[i + INT_MAX + 1] = a[i + INT_MAX + 11];
    show("near the bottom");
}

/* Numbers without a sign may wrap around in the program's own sums. */
static void unsigned_numbers(void)
{
    unsigned back = 0u - 5u;
#pragma omp target teams distribute parallel for map(tofrom: b) map(to: a)
    for (unsigned i = 5; i < ALL; i++) {
        unsigned j = i + back;
        int k = (int)(i - 5u) - 1;
        b[j] = a[i] - a[i + back] + a[k + 1];
    }
    show("wrapping");
#pragma omp target teams distribute parallel for map(tofrom: b) map(to: a)
    for (unsigned i = UINT_MAX - 50; i < UINT_MAX; i++)
        b[i - (UINT_MAX - 50)] = a[i + 60u];
    show("top of unsigned");
#pragma omp target teams distribute parallel for map(tofrom: b) map(to: a)
    for (unsigned char i = 3; i < 250; i += 3) {
        unsigned char low = (unsigned char)(i + 100);
        b[i] = a[low] + a[(unsigned char)(i * 2)];
    }
    show("characters");
#pragma omp target teams distribute parallel for map(tofrom: b) map(to: a)
    for (long i = ALL - 1; i >= 0; i--) {
        int k = (int)i, r = k % M, q = k / M;
        b[k] = a[q * M + r] + a[i] * (r == q);
    }
    show("long");
}

/* Variables that change behind their declarations, or are changed through pointers. */
static void moving(void)
{
#pragma omp target teams distribute parallel for map(tofrom: b) map(to: a)
    for (int i = 1; i < ALL; i++) {
        int c = i - 1, d = i, *p = &d;
        if (a[c] % 3 == 0)
            c++;
        *p += a[c] % 2;
        b[i] = a[c] + a[d];
    }
    show("changed");
#pragma omp target teams distribute parallel for map(tofrom: b) map(to: a)
    for (int i = 0; i < N; i++) {
        int row = i * M;
        for (int j = 0; j < M; j++) {
            int at = row + j, other = row + (M - 1 - j);
            b[at] = a[other] + j;
        }
        for (int j = M, at = row; j-- > 0; at++)
            b[at] += a[row + j];
    }
    show("inner loops");
#pragma omp target teams distribute parallel for map(tofrom: b) map(to: a)
    for (int i = 0; i < ALL; i++) {
        int k = a[i] % 64, c = i + k;
        switch (k % 4) {
        case 0: {
            int e = c - k;
            b[i] = a[e] + 1;
            break;
        }
        default:
            b[i] = a[c] - a[i] * k;
        }
    }
    show("switch");
}

struct cell {
    int v[4];
};

static struct cell cells[N], copies[N];

static void members(void)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 4; k++)
            cells[i].v[k] = i * k - k;
    struct cell *last = copies + N - 1;
#pragma omp target teams distribute parallel for map(to: cells) map(tofrom: copies)
    for (int i = 0; i < N; i++) {
        int mirror = N - 1 - i;
        const struct cell *c = cells + mirror;
        for (int k = 0; k < 4; k++)
            (last - i)->v[k] = c->v[3 - k] + (cells + i)->v[k];
    }
    unsigned long sum = 0;
    for (int i = 0; i < N; i++)
        for (int k = 0; k < 4; k++)
            sum = sum * 31 + (unsigned)copies[i].v[k];
    printf("members %lu\n", sum);
}

#pragma omp declare target
static void halves(int n, int *to, const int *from)
{
#pragma omp for
    for (int i = 0; i < n / 2; i++) {
        int twice = 2 * i;
        to[twice] = from[twice + 1];
        to[twice + 1] = from[twice] + i;
    }
}
#pragma omp end declare target

int main(void)
{
    fill();
    bounds();
    unsigned_numbers();
    moving();
    members();
#pragma omp target parallel map(tofrom: b) map(to: a)
    halves(ALL, b, a);
    show("function");
    return 0;
}
