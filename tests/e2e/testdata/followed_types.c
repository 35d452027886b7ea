// FLAGS: -O2
// What the host reads between regions is of another type than what they store, so that it
// need not wait for them; or of the same, a character, a union or changed by memcpy, so that
// it must. All of it is mapped before.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 20000, WORK = 60 };

struct table {
    float *at[3];
    int n, from;
    long rounds;
    struct { short limit; } in;
};

union number {
    int i;
    float f;
};

static int total;
static struct table *shown;

#define PRAGMA(text) _Pragma(#text)
#define LOOP(...) PRAGMA(omp target teams distribute parallel for __VA_ARGS__) for (int i = 0; i < N; i++)

// busy takes a while to return 0.
#pragma omp declare target
static int busy(int i)
{
    unsigned x = i;
    for (int k = 0; k < WORK; k++)
        x = x * 1664525u + 1013904223u;
    return x == 12345u && i < 0;
}
#pragma omp end declare target

static void pass(const float *from, float *to, int by)
{
    LOOP()
        to[i] = from[i] + by + busy(i);
}

// The pointers of a table and its numbers are read while floats are stored.
static float passes(struct table *p)
{
    int last = 0;
    for (int k = 0; k < p->n; k++) {
        int from = k ? 1 + k % 2 : 0;
        pass(p->at[from], p->at[last = 1 + (k + 1) % 2], p->in.limit);
        pass(p->at[last], p->at[last], (int)shown->rounds);
    }
    return p->at[last][N - 1];
}

// What is read was just stored.
static int counted(struct table *p, int *a)
{
    int rounds = 0;
    while (a[N - 1] < 5) {
        LOOP(map(always, tofrom: a[0:N]))
            a[i] += 1 + busy(i);
        rounds++;
    }
    while (p->from < 3 && rounds < 100) {
#pragma omp target map(always, tofrom: p[0:1])
        for (int k = 0; k < N; k++)
            p->from = k < N - 1 ? p->from + busy(k) : p->from + 1;
        rounds++;
    }
    while (total < 3 && rounds < 100) {
#pragma omp target map(always, tofrom: total)
        for (int k = 0; k < N; k++)
            total = k < N - 1 ? total + busy(k) : total + 1;
        rounds++;
    }
    for (int k = 0; k < 3; k++) {
        int sum = 0;
        LOOP(reduction(+: sum) map(tofrom: sum))
            sum += a[i];
        rounds += sum % 7;
    }
    return rounds;
}

// A pointer that regions move, as long as it is not at the end.
static int moved(struct table *p, float *a)
{
    int rounds = 0;
    while (shown[0].at[1] != shown[0].at[2] && rounds < 100) {
#pragma omp target map(always, tofrom: p[0:1])
        for (int k = 0; k < N; k++)
            p->at[1] += k == N - 1 ? 1 : busy(k);
        rounds++;
    }
    return rounds + (p->at[1] == a + 4);
}

// Characters, unions and copied bytes.
static int bytes(unsigned char *c, union number *u, int *a, int *b)
{
    int rounds = 0;
    const unsigned char *seen = (unsigned char *)u;
    while (c[N - 1] < 3) {
        LOOP(map(always, tofrom: c[0:N]))
            c[i] += 1 + busy(i);
        rounds++;
    }
    u[N - 1].f = 1;
#pragma omp target update to(u[0:N])
    while (u[N - 1].i < 0x41000000) {
        LOOP(map(always, tofrom: u[0:N]))
            u[i].f = u[i].f * 2 + busy(i);
        rounds++;
    }
    while (seen[4 * N - 1] >= 0x40) {
        LOOP(map(always, tofrom: u[0:N]))
            u[i].f = u[i].f / 2 + busy(i);
        rounds++;
    }
    while (a[N - 1] != b[N - 1]) {
        LOOP(map(always, tofrom: a[0:N]))
            if (busy(i) == 0)
                memcpy(&a[i], &b[i], sizeof(int));
        rounds++;
    }
    return rounds;
}

int main(void)
{
    float *f = calloc(3 * N, sizeof *f);
    int *a = calloc(N, sizeof *a), *b = calloc(N, sizeof *b);
    unsigned char *c = calloc(N, 1);
    union number *u = calloc(N, sizeof *u);
    struct table *p = shown = calloc(1, sizeof *p);
    *p = (struct table){{f, f + N, f + 2 * N}, 6, 0, 2, {3}};
    b[N - 1] = 17;
#pragma omp target enter data map(to: f[0:3 * N], a[0:N], b[0:N], c[0:N], u[0:N])
    passes(p);
#pragma omp target exit data map(from: f[0:3 * N])
    printf("passes %g %g %g\n", f[N - 1], f[2 * N - 1], f[3 * N - 1]);
#pragma omp target enter data map(to: total)
    printf("counted %d\n", counted(p, a));
#pragma omp target exit data map(from: total)
    p->at[1] = f;
    p->at[2] = f + 4;
    printf("moved %d\n", moved(p, f));
    printf("bytes %d\n", bytes(c, u, a, b));
#pragma omp target exit data map(delete: a[0:N], b[0:N], c[0:N], u[0:N])
    return 0;
}
