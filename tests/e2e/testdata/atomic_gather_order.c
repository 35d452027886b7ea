// Iterations that access what they update: an update must not be late there.
#include <stdio.h>

#define N 20000

static int x[N], y[N], key[N];
static float f[N];
union bits { int i; float f; };
static union bits u[64];

#pragma omp declare target
static int *alias_of(int *p) { return p; }
static int look(const int *p, int i) { return p[i]; }
static void add(int *p, int i)
{
#pragma omp atomic
    p[i] += 10;
}
#pragma omp end declare target

static void show(const char *what)
{
    unsigned long sum = 0, mixed = 0;
    for (int i = 0; i < N; i++) {
        sum += (unsigned long)x[i] + 3ul * (unsigned long)y[i];
        mixed = mixed * 31 + (unsigned)x[i] * 7u + (unsigned)y[i];
    }
    printf("%s %lu %lu\n", what, sum, mixed);
}

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = i % 13;
        y[i] = 0;
        key[i] = i / 2 * 2 + (i + 1) % 2; // neighbours change places
        f[i] = i;
    }
}

int main(void)
{
    int *p = x, *q = x, n = 2000;
    fill();
    // Reads, stores and other atomics behind the update.
#pragma omp target teams distribute parallel for map(tofrom: x, y) map(to: key)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        x[key[i]] += 5;
        y[i] = x[key[i]];
    }
    show("read");
#pragma omp target teams distribute parallel for map(tofrom: p[0:N], y) map(to: key)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        p[key[i]] += 5;
        y[i] += *(alias_of(p) + key[i]) + look(p, key[i]);
    }
    show("read by a function");
#pragma omp target teams distribute parallel for map(tofrom: x) map(to: key)
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        x[key[i]] += 5;
        x[key[i]] = 2 * i;
    }
    show("store");
#pragma omp target teams distribute parallel for map(tofrom: x) map(to: key)
    for (int i = 0; i < n; i++) {
        x[key[i]] = i;
#pragma omp atomic
        x[key[i]] += 5;
    }
    show("stored before");
#pragma omp target data map(tofrom: x, y) map(to: key)
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++) {
#pragma omp atomic
            p[key[i]] += 5;
            q[key[i]] *= 2;
        }
        // A loop brings the next update behind the read of the last round.
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 4; j++) {
                int old = q[key[i]];
#pragma omp atomic
                p[key[i]] += old + j;
            }
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++) {
            int old, now;
#pragma omp atomic
            x[i] += 3;
#pragma omp atomic capture
            old = x[i]++;
#pragma omp atomic read
            now = x[i];
            y[i] = now * 2 + old;
        }
#pragma omp target update from(x, y)
        show("pointers");
        // Operators that do not agree.
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++) {
#pragma omp atomic
            p[key[i]] += 7;
#pragma omp atomic
            q[key[i]] &= 0xfff;
#pragma omp atomic
            x[key[i]] ^= 5;
        }
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++) {
#pragma omp atomic
            x[key[i]] += 7;
            add(q, key[i]);
#pragma omp atomic
            x[key[i]] |= 1;
        }
        // Where the updates go changes on the way.
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++) {
            int *to = i % 2 ? x + 100 : y;
#pragma omp atomic
            to[key[i] % 50] += 1;
        }
    }
    show("operators");
    // A union's members share memory.
    for (int i = 0; i < 64; i++)
        u[i].i = 1;
#pragma omp target teams distribute parallel for map(tofrom: u, y)
    for (int i = 0; i < 64; i++) {
#pragma omp atomic
        u[i].i += 0x3f800000 - 1;
        y[i] = (int)(u[i].f * 100);
    }
    show("union");
    // A single object.
    int last = 0;
#pragma omp target map(tofrom: last, x)
#pragma omp parallel for
    for (int i = 0; i < 1; i++) {
        x[0] = last;
#pragma omp atomic
        last += 5;
        x[1] = last;
    }
    printf("%d %d %d\n", last, x[0], x[1]);
    // A thread that does not wait for the others looks at what it has updated itself.
    int wrong = 0;
#pragma omp target map(tofrom: x, wrong)
#pragma omp parallel
    {
        int mine = -1, before = 0;
#pragma omp for nowait
        for (int i = 0; i < N; i++) {
            mine = i;
            before = x[i];
#pragma omp atomic
            x[i] += 3;
        }
        if (mine >= 0 && x[mine] != before + 3) {
#pragma omp atomic
            wrong++;
        }
    }
    show("own");
    printf("wrong %d\n", wrong);
    // The sum of floating values that a loop also reads through its own pointer type.
    float total = 0, *g = f;
#pragma omp target data map(tofrom: f)
#pragma omp target teams distribute parallel for map(tofrom: total, y)
    for (int i = 0; i < 1000; i++) {
#pragma omp atomic
        total += g[i] / 8;
#pragma omp atomic
        f[i] += 1;
        y[i] = (int)g[i];
    }
    printf("%.3f\n", total);
    show("floats");
    return 0;
}
