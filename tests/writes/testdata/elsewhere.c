// Writes through pointers in memory, device pointers and static storage.
#include <stdlib.h>

struct list { struct list *next; double v; };
struct box { double *data; int n; struct { float *f; } inner; };

#pragma omp declare target
double *held;
double total, totals[8];
const int sizes[3] = {1, 2, 3};
extern double foreign(double x);
extern void foreign_set(double *p);
int calls;
static void count(void) { static const int by[2] = {1, 2}; calls += by[1]; }
static double read_total(void) { return total + totals[1] + held[0]; }
static double *data_of(struct box *b) { return b->data; }
#pragma omp end declare target

double linked[8];
#pragma omp declare target link(linked)

void elsewhere(struct box *b, struct box s, double **rows, struct list *l, double *x, int n)
{
    //= b b->data x
#pragma omp target map(b[0:1], b->data[0:n], x[0:n])
    { const double *p = b->data; double t = p[0] + x[0]; (void)t; }
    //= b x
#pragma omp target map(b[0:1], b->data[0:n], x[0:n])
    b->data[0] = x[0];
    // A member and what it points to: the whole structure counts as one.
    //= s.data x
#pragma omp target map(s.data[0:n], s.n) map(x[0:n])
    s.n = (int)x[0];
    //= s x
#pragma omp target map(s.data[0:n], s.n) map(x[0:n])
    s.data[s.n] = x[0];
    //= b x | elsewhere
#pragma omp target map(b[0:1], x[0:n])
    *data_of(b) = x[0];
    //= b x | elsewhere
#pragma omp target map(b[0:1], x[0:n])
    { struct box t = *b; t.inner.f[0] = 1; }
    //= rows x | elsewhere
#pragma omp target map(rows[0:n], x[0:n])
    rows[1][2] = x[0];
    //= rows x
#pragma omp target map(rows[0:n], x[0:n])
    { double t = rows[1][2]; double *p = &t; *p = x[0]; }
    //= | elsewhere
#pragma omp target map(l[0:1])
    for (struct list *p = l; p; p = p->next)
        p->v = 1;
    //= x | elsewhere
#pragma omp target is_device_ptr(rows) map(x[0:n])
    rows[0] = x;
    //= x
#pragma omp target is_device_ptr(rows) map(x[0:n])
    { double t = rows[0] == x; (void)t; }
    //= x | elsewhere
#pragma omp target map(x[0:n])
    total = x[0];
    //= | elsewhere
#pragma omp target map(x[0:n])
    { double *p = n ? totals : x; p[0] += 1; }
    //= x | elsewhere
#pragma omp target map(x[0:n])
    held[0] = x[0];
    //=
#pragma omp target map(x[0:n])
    x[0] = read_total() + sizes[1];
    //= x | elsewhere
#pragma omp target map(x[0:n])
    { count(); double t = x[0]; (void)t; }
    //= x | elsewhere
#pragma omp target map(x[0:n])
    { double t = foreign(x[0]); (void)t; }
    //= | elsewhere
#pragma omp target map(x[0:n])
    foreign_set(x);
    // A pointer that is stored where others can load it.
    //= x | elsewhere
#pragma omp target map(rows[0:n], x[0:n])
    { rows[0] = x; *rows[0] = 1; }
    //= x
#pragma omp target map(tofrom: linked) map(x[0:n])
    linked[0] = x[0];
    //= linked
#pragma omp target map(tofrom: linked) map(x[0:n])
    x[0] = linked[0];
}
