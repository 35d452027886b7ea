// Writes through pointers that are members of mapped structures: what a section in a
// map clause starts from is attached to the storage of that list item.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct field { double *in, *out; int n; double part[4]; };
union pun { double *p; intptr_t i; char bytes[8]; };
struct nest { struct field f; struct field *link; double *rows[3]; union pun u; double **table; struct field many[2]; };

#pragma omp declare target
static void set(double *p) { *p = 1; }
static void set_out(struct field *f, int i) { f->out[i] = 1; }
static void set_either(struct field *f, int i) { (i ? f->in : f->out)[i] = 1; }
static double *out_of(struct field *f) { return f->out; }
static void redirect(struct field *f, double *to) { f->out = to; }
static struct field *next(struct field *f) { return f + 1; }
static void move(double **p) { *p += 1; }
#pragma omp end declare target

static struct field fixed;

void members(struct field *f, struct field *g, struct field v, struct field many[4], int n, double *x, double **pp)
{
#define F _Pragma("omp target map(f->in[0:n], f->out[0:n])")
    //= f f->in
    F { f->out[1] = f->in[2]; }
    //= f f->in
    F { (*f).out[1] = f[0].in[2]; }
    //= f f->in
    F { double *o = f->out; const double *i = f->in; o++; *o++ = *i; o += 2; *(o - 1) = 1; }
    //= f f->in
    F { struct field *h = f; h->out[0] = 1; }
    //= f f->in
    F { set(f->out + 1); set_out(f, 2); }
    //= f f->in
    F { *out_of(f) = 1; set(&f->out[1]); }
    //= f
    F { set_either(f, n); }
    //= f f->out
    F { double *p = n ? f->in : f->in + 1; *p = 1; }
    //= f f->in
    F { struct field *h[2] = {f, f}; h[n & 1]->out[0] = 1; }
    //= f f->in f->out
    F { double t = f->in[0] + f->out[0]; t = 1; (void)t; }
    // A number of the structure is no pointer.
    //= f->in
    F { f->n = 3; f->part[n] = 2; f->out[0] = 1; }
    // But where only a pointer tells, the analysis does not.
    //= f->in | elsewhere
    F {
#pragma omp atomic
        f->n++;
        f->out[0] = 1;
    }
#pragma omp target teams distribute parallel for map(to: f->in[0:n]) map(tofrom: f->out[0:n])
    //= f f->in
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        f->out[i & 7] += f->in[i];
    }

    // By name, in arrays, in a structure, from other bytes of the same storage.
    //= v v.in
#pragma omp target map(v.in[0:n], v.out[0:n])
    { v.out[0] = v.in[0]; set_out(&v, 1); }
    //= fixed fixed.in
#pragma omp target map(fixed.in[0:n], fixed.out[0:n])
    fixed.out[0] = fixed.in[0];
    //= many many[1].in
#pragma omp target map(many[1].in[0:n], many[1].out[0:n])
    many[1].out[0] = many[1].in[0];
    //= many many[1].in many[1].out | elsewhere
#pragma omp target map(many[1].in[0:n], many[1].out[0:n])
    many[n].out[0] = 1;
    //= f f->in f->out many many[1].in many[1].out | elsewhere
#pragma omp target map(many[1].in[0:n], many[1].out[0:n], f->in[0:n], f->out[0:n])
    many[0].out[0] = f->in[0];
    //= pp pp[0]
#pragma omp target map(pp[0:2]) map(pp[0][0:n], pp[1][0:n])
    pp[1][2] = pp[0][1];
    //= pp pp[0] pp[1] | elsewhere
#pragma omp target map(pp[0:2]) map(pp[0][0:n], pp[1][0:n])
    pp[n][2] = pp[0][1];
    // Written through either of two parts of one array, or through another item.
    //= f
#pragma omp target map(to: f->in[0:4]) map(from: f->in[4:4])
    f->in[4] = f->in[0];
    //= f f->in f->out
#pragma omp target map(to: f->in[0:n], f->out[0:n]) map(x[0:n])
    x[0] = f->in[0];
    //= f f->in g g->in g->out
#pragma omp target map(f->in[0:n], f->out[0:n], g->in[0:n], g->out[0:n])
    f->out[0] = g->in[0];

    // Not mapped here, or not by this structure.
    //= f f->in | elsewhere
#pragma omp target map(f->in[0:n])
    f->out[1] = f->in[2];
    //= f f->in f->out g | elsewhere
#pragma omp target map(f->in[0:n], f->out[0:n]) map(g[0:1])
    g->out[0] = f->in[0];
    //= f f->in f->out | elsewhere
    F { f[1].out[0] = 1; }
    //= f f->in f->out | elsewhere
    F { f[n].out[0] = 1; }
    //= f f->in f->out | elsewhere
    F { (f + 1)->out[0] = 1; }
    //= f f->in f->out | elsewhere
    F { next(f)->out[0] = 1; }
    //= f f->in | elsewhere
    F { struct field *h = f; if (n) h++; h->out[0] = 1; }
    //= f f->in | elsewhere
    F { struct field *h = f; h += n; h->out[0] = 1; }
    //= f f->in f->out | elsewhere
    F { struct field *h = (struct field *)((char *)f + 8); h->in[0] = 1; }
    //= f f->in f->out | elsewhere
    F { double **o = &f->out; (*o)[0] = 1; }
    //= f f->in f->out | elsewhere
    F { struct field t = *f; t.out[0] = 1; }
    //= f f->out | elsewhere
    F { intptr_t i = (intptr_t)f; i += 8; ((struct field *)i)->in[0] = 1; }
    //= f f->in f->out | elsewhere
    F { double *o; memcpy(&o, &f->out, sizeof o); o[0] = 1; }

    // The pointer changes.
    //= f->in | elsewhere
    F { f->out = f->in; f->out[0] = 1; }
    //= f->in | elsewhere
    F { redirect(f, f->in); f->out[0] = 1; }
    //= f->in | elsewhere
    F { f->out++; f->out[0] = 1; }
    //= f->in | elsewhere
    F { f->out[0] = 1; move(&f->out); }
    //= f->in | elsewhere
    F { memcpy(&f->out, &f->in, sizeof f->out); f->out[0] = 1; }
    //= f->in | elsewhere
    F { memset(f->part, 0, sizeof f->part); f->out[0] = 1; }
    //= f->in | elsewhere
    F { ((intptr_t *)f)[1] = n; f->out[0] = 1; }
    //= f->in | elsewhere
    F { for (int i = 0; i < 8; i++) ((char *)&f->out)[i] = ((char *)&f->in)[i]; f->out[0] = 1; }
    //= f->out | elsewhere
    F { struct field t = *f; *f = t; (void)f->in; double *p = f->in; p = f->out + n; p = &t.part[0]; *p = *f->in; *(f->in) = *p; }
    //= f f->in x | elsewhere
#pragma omp target map(f->in[0:n], f->out[0:n]) map(x[0:n]) map(tofrom: g)
    { g = 0; f->out[0] = x[0]; g->in[0] = 1; }
    //= f f->in | elsewhere
#pragma omp target map(f->in[0:n], f->out[0:n]) map(pp[0:n])
    { pp[0] = f->in; f->out[0] = 1; }
    //= f f->in g | elsewhere
#pragma omp target map(f->in[0:n], f->out[0:n])
    { f = g; f->out[0] = 1; }
    //= f f->in | elsewhere
#pragma omp target map(f->in[0:n], f->out[0:n])
    { f++; f->out[0] = 1; }
    //= f f->in | elsewhere
#pragma omp target parallel map(f->in[0:n], f->out[0:n])
    {
#pragma omp single
        f++;
        f->out[0] = 1;
    }
}

void nested(struct nest *s, struct nest t, int n)
{
    //= s s->f.in
#pragma omp target map(s->f.in[0:n], s->f.out[0:n])
    { s->f.out[0] = s->f.in[0]; set_out(&s->f, n); }
    //= s s->many[1].in s->rows[2]
#pragma omp target map(s->many[1].in[0:n], s->many[1].out[0:n], s->rows[1][0:n], s->rows[2][0:n])
    { s->many[1].out[0] = s->many[1].in[0]; s->rows[1][3] = s->rows[2][3]; }
    //= t t.rows[0]
#pragma omp target map(t.rows[0][0:n], t.rows[1][0:n])
    t.rows[1][0] = t.rows[0][0];
    //= s s->rows[0] s->rows[1] | elsewhere
#pragma omp target map(s->rows[0][0:n], s->rows[1][0:n])
    s->rows[n][0] = 1;
    // Two loads in a row.
    //= s s->link s->link->out | elsewhere
#pragma omp target map(s[0:1], s->link[0:1], s->link->out[0:n])
    s->link->out[0] = 1;
    //= s s->table s->table[1] | elsewhere
#pragma omp target map(s[0:1], s->table[0:2], s->table[1][0:n])
    s->table[1][0] = 1;
    // What shares its bytes with a pointer.
    //= s s->rows[0]
#pragma omp target map(s->u.p[0:n], s->rows[0][0:n])
    s->u.p[0] = s->rows[0][0];
    //= s->rows[0] | elsewhere
#pragma omp target map(s->u.p[0:n], s->rows[0][0:n])
    { s->u.i += 8; s->u.p[0] = s->rows[0][0]; }
    //= s->rows[0] | elsewhere
#pragma omp target map(s->u.p[0:n], s->rows[0][0:n])
    { s->u.bytes[n] = 1; s->u.p[0] = s->rows[0][0]; }
}
