// Writes through aliases, in every way that leads there.
#include <math.h>
#include <stdint.h>
#include <string.h>

struct args { int *p, *q; int n; };
union pun { intptr_t i; int *p; char bytes[8]; };

#pragma omp declare target
static void set(int *p) { *p = 1; }
static void set_first(struct args *s) { s->p[0] = 1; }
static void set_value(struct args s) { s.q[0] = 1; }
static int *identity(int *p) { return p; }
static struct args both(int *p, int *q) { struct args s = {p, q, 0}; return s; }
static void redirect(int **p, int *q) { *p = q; }
static void through(int **p) { **p = 1; }
static void nothing(int *p) { p = 0; (void)p; }
static void indirect(int *p, int n) { if (n) set(p); }
static int *pick(int *p, int *q, int n) { return n ? p : q; }
#pragma omp end declare target

void aliases(int *a, int *b, int *c, int n, double *d)
{
#define REGION _Pragma("omp target map(a[0:n], b[0:n], c[0:n])")
    //= b c
    REGION { int *p = a; p++; p[2] = 1; }
    //= b c
    REGION { a[0] += b[0]; }
    //= b c
    REGION { a[0]++; }
    //= b c
    REGION { *(char *)(a + 1) = 0; }
    //= b c
    REGION { (*(volatile int *)a) = 1; }
    //= c
    REGION { *(n ? a : b) = 1; }
    //= c
    REGION { int *p = a; if (n) p = b; *p = 1; }
    //= c
    REGION { int *p = b; for (int i = 0; i < n; i++) { *p = 1; p = a; } }
    //=
    REGION { int *p = c, *q = c, *r = b, *s = b; for (int i = 0; i < n; i++) { *p = 1; p = q; q = r; r = s; s = a; } }
    //= b c
    REGION { set(a); nothing(b); }
    //= b c
    REGION { indirect(&a[n], n); }
    // The members of a record are not told apart.
    //= c
    REGION { struct args s = {a, b, 3}; set_first(&s); }
    //= a c
    REGION { struct args s = {.p = c, .q = 0}; s.q = b; s.p = 0; struct args t; t.n = 1; t.q = b; set_value(t); }
    //= c
    REGION { set_value(both(a, b)); }
    //= c
    REGION { both(a, b).p[1] = 1; }
    //= b c
    REGION { *identity(a) = *identity(b); }
    //= c
    REGION { pick(a, b, n)[0] = *pick(a, c, n); }
    //= b c
    REGION { int *v[3] = {0}; v[n % 3] = a; *v[1] = 1; }
    //= b c
    REGION { int *p = b, **pp = &p; redirect(pp, a); int *r = a; through(&r); }
    //= c
    REGION { int *p = b; redirect(&p, a); *p = 1; }
    //= c
    REGION { int *p = b; int *q = (*&p = a, p); *q = 1; }
    //= b c
    REGION { *({ int *t = a; t + 1; }) = 1; }
    //= b c
    REGION { (int *){a}[0] = 1; }
    //= b c
    REGION { memset(a + 1, 0, 4); }
    //= b c
    REGION { memcpy(a, b, 4); }
    //= b c
    REGION { *(int *)memmove(a, b, 4) = 1; }
    //= a b c
    REGION { int m[4]; memcpy(m, a, 16); m[0] = 1; nothing(memcpy(m, b, 4)); }
    //= b c
    REGION { int e; double x = frexp(2.0, a); (void)frexp(x, &e); }
    //= b c
    REGION { 1[a] = 1; }
    //= b c
    REGION { *(&a[3] - 1) = 1; }
    //= b c
    REGION { int (*rows)[4] = (int (*)[4])a; rows[1][2] = 1; }
    //= b c
    REGION { int t = 0; int *p = n ? &t : a; *p = 1; }

    // An integer may have been any pointer.
    //= b c | elsewhere
    REGION { intptr_t i = (intptr_t)a; *(int *)i = 1; }
    //= b c | elsewhere
    REGION { union pun u; u.p = a; u.i += 4; *u.p = 1; }
    //= a b c d | elsewhere
    REGION { *(int *)(long)d[0] = 1; }
    //= a c | elsewhere
    REGION { int *p = b; for (int i = 0; i < 8; i++) ((char *)&p)[i] = ((char *)a)[i]; *p = 1; }
    //= a c d | elsewhere
    REGION { char bytes[8]; for (int i = 0; i < 8; i++) bytes[i] = ((char *)d)[i]; int *p = n ? *(int **)bytes : b; *p = 1; }
    // Pointers of unknown origin.
    //= a b c | elsewhere
    REGION { int *p; *p = 1; }
    //= a b c | elsewhere
    REGION { *(int *)0 = 1; }
}
