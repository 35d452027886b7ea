// Kernels write arrays through members of structures only: exchanged, shared, in one block, as empty sections.
#include "torture.h"

enum { N = 80000 };
struct field { int n; int *in, *out; struct { int *held; } deep; int *rows[2]; };

#pragma omp declare target
static void put(struct field *f, int i, int v) { f->out[i] = v; }
static int *held(struct field *f) { return f->deep.held; }
#pragma omp end declare target

static void step(struct field *f, int k) /* out = in + k */
{
#pragma omp target teams distribute parallel for map(to: f->in[0:N]) map(from: f->out[0:N])
    for (int i = 0; i < N; i++)
        f->out[i] = (int)((unsigned)f->in[i] + (unsigned)k);
}

static void step_called(struct field *f, int k)
{
#pragma omp target teams distribute parallel for map(to: f->in[0:N]) map(from: f->out[0:N])
    for (int i = 0; i < N; i++) {
        const int *from = f->in;
        put(f, i, (int)((unsigned)from[i] + (unsigned)k));
    }
}

static void exchange(struct field *f) /* the host exchanges the pointers between steps */
{
    host_fill(f->in, N, 1);
    for (int k = 0; k < 8; k++) {
        k & 1 ? step_called(f, 1) : step(f, 1);
        if (k == 4)
            quiet_check("in the middle", host_wrong_plus(f->out, N, 1, 5), 0);
        int *t = f->in;
        f->in = f->out;
        f->out = t;
    }
    quiet_check("exchanged", host_wrong_plus(f->in, N, 1, 8), 0);
    quiet_check("the one before", host_wrong_plus(f->out, N, 1, 7), 0);
}

static void exchange_present(struct field *f) /* the same while all is present */
{
    host_fill(f->in, N, 2);
    int *first = f->in, *second = f->out;
#pragma omp target data map(tofrom: first[0:N], second[0:N])
    {
        for (int k = 0; k < 7; k++) {
            k & 1 ? step_called(f, 1) : step(f, 1);
            int *t = f->in;
            f->in = f->out;
            f->out = t;
        }
#pragma omp target update from(second[0:N])
        quiet_check("updated", host_wrong_plus(second, N, 2, 7), 0);
    }
    quiet_check("present", host_wrong_plus(f->in, N, 2, 7), 0);
    quiet_check("present before", host_wrong_plus(f->out, N, 2, 6), 0);
    f->in = first;
    f->out = second;
}

static void shared(struct field *f, struct field *g) /* two structures, one array */
{
    host_fill(f->in, N, 3);
    g->in = f->out;
    step(f, 1);
    quiet_check("once", dev_wrong_plus(g->in, N, 3, 1), 0);
    int *before = g->out;
    g->out = f->in;
    step(g, 1);
    quiet_check("and back", host_wrong_plus(f->in, N, 3, 2), 0);
    step(f, 1);
    quiet_check("again", host_wrong_plus(f->out, N, 3, 3), 0);
    g->out = before;
}

static void block(int *pool) /* members that lead into one present block */
{
    struct field f = {.in = pool, .out = pool + N};
    host_fill(pool, N, 4);
#pragma omp target data map(tofrom: pool[0:2 * N])
    {
        step(&f, 1);
#pragma omp target map(f.in[0:N])
        f.in[N - 1] = 5;
#pragma omp target update from(pool[0:2 * N])
        quiet_check("block", host_wrong_plus(pool + N, N, 4, 1), 0);
        quiet_check("its first part", pool[N - 1], 5);
        f.in = pool + N;
        f.out = pool;
        step(&f, 1);
    }
    quiet_check("block after", host_wrong_plus(pool, N, 4, 2), 0);
}

static void empty(struct field *f) /* sections of length 0 of what is present */
{
    host_fill(f->out, N, 5);
#pragma omp target enter data map(to: f->out[0:N])
#pragma omp target teams distribute parallel for map(f->out[0:0])
    for (int i = 0; i < N; i++)
        f->out[i] = VALUE(6, i);
#pragma omp target exit data map(from: f->out[0:N])
    quiet_check("empty", host_wrong(f->out, N, 6), 0);
}

static void parts(struct field *f, int k) /* by value of a member, in arrays, in inner structures */
{
    host_fill(f->deep.held, N, 7);
#pragma omp target teams distribute parallel for map(tofrom: f->deep.held[0:N]) map(from: f->rows[0][0:N], f->rows[1][0:N])
    for (int i = 0; i < N; i++) {
        int *h = held(f) + i, *const row = f->rows[1];
        row[i] = *h;
        f->rows[0][i] = VALUE(8, i);
        *h = (int)((unsigned)*h + (unsigned)k);
    }
    quiet_check("held", host_wrong_plus(f->deep.held, N, 7, k), 0);
    quiet_check("row 0", dev_wrong(f->rows[0], N, 8), 0);
    quiet_check("row 1", host_wrong(f->rows[1], N, 7), 0);
}

static int *array(void)
{
    int *p = malloc(N * sizeof *p);
    must(p);
    return p;
}

int main(void)
{
    struct field *f = calloc(2, sizeof *f), *g = f + 1;
    int *pool = malloc(2 * N * sizeof *pool);
    must(f && pool);
    f->in = array(), f->out = array(), f->deep.held = array(), f->rows[0] = array(), f->rows[1] = array(), g->out = array();
    for (int round = 0; round < 4; round++) {
        exchange(f);
        exchange_present(f);
        shared(f, g);
        block(pool);
        empty(f);
        parts(f, round);
    }
    free(f->in), free(f->out), free(f->deep.held), free(f->rows[0]), free(f->rows[1]), free(g->out), free(pool), free(f);
    printf("done\n");
    return status();
}
