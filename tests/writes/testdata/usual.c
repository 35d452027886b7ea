// The usual kernels: what they only read is found.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define N 64

struct csr { int rows; int *start, *column; double *value; };
struct point { float x, y, z; };

#pragma omp declare target
static double row(const double *value, const int *column, const double *x, int n)
{
    double sum = 0;
    while (n-- > 0)
        sum += *value++ * x[*column++];
    return sum;
}
static void axpy(int n, double a, const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}
static const float *at(const float *m, int i, int j) { return m + i * N + j; }
static float *cell(float *m, int i) { return &m[i]; }
static float norm(struct point p) { return p.x * p.x + p.y * p.y + p.z * p.z; }
static double dot(const double *x, const double *y, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}
#pragma omp end declare target

static double table[8] = {1, 2, 3};
static double grid[N][N], next[N][N];

void usual(int n, double *x, double *y, double *value, int *start, int *column, float *in, float *out,
           struct point *points, char *text, int *count, struct csr *m)
{
    double sum = 0, error = 0;
    //= x
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
    for (int i = 0; i < n; i++)
        y[i] += 2 * x[i];

    //= x y
#pragma omp target teams distribute parallel for reduction(+: sum) map(tofrom: sum)
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];

    //= column start value x
#pragma omp target teams distribute parallel for map(x[0:n], y[0:n], start[0:n + 1], value[0:N], column[0:N])
    for (int i = 0; i < n; i++)
        y[i] = row(value + start[i], column + start[i], x, start[i + 1] - start[i]);

    //= x
#pragma omp target map(x[0:n], y[0:n])
    axpy(n, 2, x, y);

    //= next table
#pragma omp target teams distribute parallel for collapse(2) reduction(max: error) map(error)
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++) {
            grid[i][j] = table[i % 8] * (next[i - 1][j] + next[i + 1][j]);
            error = fmax(error, grid[i][j]);
        }

    //= in
#pragma omp target teams distribute parallel for map(in[0:N * N], out[0:N * N])
    for (int i = 1; i < N - 1; i++) {
        const float *up = at(in, i - 1, 0), *down = at(in, i + 1, 0);
        float *to = cell(out, i * N), *end = to + N;
        while (to < end)
            *to++ = *up++ + *down++;
    }

    //= points
#pragma omp target teams distribute parallel for map(points[0:n], out[0:n])
    for (int i = 0; i < n; i++) {
        struct point p = points[i], *q = &p;
        q->x += 1;
        out[i] = norm(p) + points[n - 1 - i].y;
    }

    //= text
#pragma omp target teams distribute parallel for map(text[0:n]) map(count[0:256])
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        count[(unsigned char)text[i]]++;
    }

    // m points to other storage: reading through pointers in memory writes nothing.
    //= m m->column m->start m->value x
#pragma omp target teams distribute parallel for map(m[0:1], m->start[0:N], m->column[0:N], m->value[0:N]) map(x[0:n], y[0:n])
    for (int i = 0; i < m->rows; i++) {
        double s = 0;
        for (int k = m->start[i]; k < m->start[i + 1]; k++)
            s += m->value[k] * x[m->column[k]];
        y[i] = s;
    }

    //= in x
#pragma omp target map(in[0:N], x[0:n], y[0:n])
    {
        double local[N], *p = local;
        memcpy(local, x, sizeof local);
        for (int i = 0; i < N; i++)
            *p++ *= in[i];
        memcpy(y, local, sizeof local);
    }

    // A helper that is called with x and with y does not mix them.
    //= x
#pragma omp target map(x[0:n], y[0:n])
    y[0] = dot(x, y, n) + dot(y, x, n) + *(double *)at((float *)x, 0, 0);

    //= x y
#pragma omp target map(x[0:n], y[0:n]) private(table) firstprivate(n)
    {
        table[0] = x[0];
        n = (int)y[0];
    }

    // Pointers without a map clause.
    //= x
#pragma omp target
    y[1] = x[1];
}
