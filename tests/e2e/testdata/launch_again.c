// Regions that are launched again and again, with something changed in between: values,
// arrays that change places, attached pointers, firstprivate objects, what the host wrote,
// data environments, variables of the device, the host's own turn.
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000, STEPS = 12 };

struct box { int *data; int scale; };
struct pair { int x, y; };

#pragma omp declare target
static int bias;
#pragma omp end declare target

static long sum(const int *a) {
    long s = 0;
    for (int i = 0; i < N; i++)
        s += a[i] * (i % 7 + 1L);
    return s;
}

static void fill(int *a, int from) {
    for (int i = 0; i < N; i++)
        a[i] = from + i % 13;
}

static void change_places(int *a, int *b) {
#pragma omp target data map(tofrom: a[0:N], b[0:N])
    for (int step = 0; step < STEPS; step++) {
#pragma omp target teams distribute parallel for map(to: a[0:N]) map(from: b[0:N])
        for (int i = 0; i < N; i++)
            b[i] = a[i] + a[(i + step) % N] % 5;
        int *c = a;
        a = b;
        b = c;
    }
    printf("change places %ld %ld\n", sum(a), sum(b));
}

static void attach(int *a, int *b) {
    struct box box = {a, 3};
#pragma omp target enter data map(to: a[0:N], b[0:N], box)
    for (int step = 0; step < STEPS; step++) {
        box.data = step % 4 < 2 ? a : b;
#pragma omp target teams distribute parallel for map(to: box.data[0:N]) map(always, to: box.scale)
        for (int i = 0; i < N; i++)
            box.data[i] += box.scale;
        box.scale = step % 3;
    }
#pragma omp target exit data map(from: a[0:N], b[0:N]) map(release: box)
    printf("attach %ld %ld\n", sum(a), sum(b));
}

static void attach_more(int *a, int *b) {
    struct box *box = malloc(sizeof *box);
    box->scale = 2;
#pragma omp target enter data map(to: a[0:N], b[0:N])
    for (int step = 0; step < STEPS; step++) {
        box->data = step / 5 ? b : a;
#pragma omp target teams distribute parallel for map(to: box[0:1]) map(box->data[0:N])
        for (int i = 0; i < N; i++)
            box->data[i] += box->scale;
    }
#pragma omp target exit data map(from: a[0:N], b[0:N])
    free(box);
    printf("attach more %ld %ld\n", sum(a), sum(b));
}

static void copies(int *a) {
    struct pair p = {1, 2};
    int table[5] = {1, 2, 3, 4, 5};
#pragma omp target data map(tofrom: a[0:N])
    for (int step = 0; step < STEPS; step++) {
#pragma omp target teams distribute parallel for firstprivate(p, table)
        for (int i = 0; i < N; i++)
            a[i] += p.x * table[i % 5] + p.y;
        p.x += step % 2;
        table[step % 5]++;
    }
    printf("copies %ld\n", sum(a));
}

static void host_writes(int *a, int *b) {
#pragma omp target data map(tofrom: a[0:N])
    for (int step = 0; step < STEPS; step++) {
        b[step] += 100;
#pragma omp target teams distribute parallel for map(to: b[0:N])
        for (int i = 0; i < N; i++)
            a[i] += b[i];
        if (step % 4 == 3) {
#pragma omp target update from(a[0:N])
            a[step]++;
#pragma omp target update to(a[0:N])
        }
    }
    printf("host writes %ld\n", sum(a));
}

static void ends_and_begins(int *a) {
    for (int turn = 0; turn < 4; turn++) {
#pragma omp target enter data map(to: a[0:N])
        for (int step = 0; step < 4; step++) {
#pragma omp target teams distribute parallel for
            for (int i = 0; i < N; i++)
                a[i] += step;
        }
#pragma omp target exit data map(from: a[0:N])
        a[turn] = -turn;
    }
    printf("ends and begins %ld\n", sum(a));
}

static void variable(int *a) {
#pragma omp target enter data map(to: a[0:N])
    for (int step = 0; step < STEPS; step++) {
        if (step % 3 == 0) {
            bias = step;
#pragma omp target update to(bias)
        }
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] += bias;
    }
#pragma omp target exit data map(from: a[0:N])
    printf("variable %ld\n", sum(a));
}

static void reductions(int *a) {
    long total = 0;
#pragma omp target data map(to: a[0:N]) map(tofrom: total)
    for (int step = 0; step < STEPS; step++) {
#pragma omp target teams distribute parallel for reduction(+: total)
        for (int i = 0; i < N; i++)
            total += a[i] * step;
    }
    printf("reductions %ld\n", total);
}

static void lengths(int *a) {
#pragma omp target enter data map(to: a[0:N])
    for (int step = 0; step < STEPS; step++) {
        int n = step % 2 ? N : N / 3, add = step % 3;
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            a[i] += add;
    }
#pragma omp target exit data map(from: a[0:N])
    printf("lengths %ld\n", sum(a));
}

int main(void) {
    int *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
    for (int turn = 0; turn < 2; turn++) {
        fill(a, 1);
        fill(b, 50);
        change_places(a, b);
        attach(a, b);
        attach_more(a, b);
        copies(a);
        host_writes(a, b);
        ends_and_begins(a);
        variable(a);
        reductions(a);
        lengths(b);
    }
    free(a);
    free(b);
    return 0;
}
