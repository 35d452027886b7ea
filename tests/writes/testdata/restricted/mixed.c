// What may be told to a device compiler of items that a region only reads.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct args { int *p, *q; int n; };
struct held { int n; int *p; };

#pragma omp declare target
int somewhere[4];
static int get(const int *p) { return *p; }
static int inner(const int *p) { return get(p + 1); }
static const int *pick(const int *p, const int *q, int n) { return n ? p : q; }
static void redirect(const int **p, const int *q) { *p = q; }
static int value(struct args s) { return *s.q; }
#pragma omp end declare target

void mixed(int *a, int *b, int *c, int *out, int n, struct held *h)
{
#define REGION _Pragma("omp target map(to: a[0:n], b[0:n], c[0:n]) map(from: out[0:n])")
    // Plain reads, by whatever way.
    //= a b c
    REGION { out[0] = a[1] + *b + c[n]; }
    //= a b
    REGION { const int *p = a; p++; p += n; out[0] = p[2] + *(const char *)&b[1]; }
    //= a
    REGION { for (const int *p = a; p < a + n; p++) out[p - a] = *p; }
    //= a
    REGION { int m[4]; memcpy(m, a, sizeof m); memcpy(out, m, sizeof m); }
    //= a b
    REGION { out[0] = n ? a[0] : b[0]; }
    //= a
    REGION { const int *p = n ? a : NULL; if (p) out[0] = *p; }
    // A pointer to this and that.
    //= b c
    REGION { int own = n; out[0] = *(n ? &own : a); out[1] = *b + *c; }
    //= c
    REGION { out[0] = (n ? a : b)[1]; out[1] = *c; }
    //= c
    REGION { *(n ? a : b) += *c; }
    //= c
    REGION { const int *p = a; for (int i = 0; i < n; i++) { out[i] = *p; p = b; } out[1] = *c; }
    //= b
    REGION { const int *v[2] = {a, c}; out[0] = *v[n & 1]; out[1] = *b; }
    //= b
    REGION { const int *v[2] = {a, c}; out[0] = **(n ? &v[0] : v + 1); out[1] = *b; }
    //= b c
    REGION { const int *p = out; for (int i = 0; i < n; i++) { out[i] = *p; p = a; } out[1] = *b + *c; }
    //= c
    REGION { const int *p = pick(a, b, n); out[0] = *p; out[1] = *c; }
    //= c
    REGION { const int *p = a; redirect(&p, b); out[0] = *p; out[1] = *c; }
    //= a b
    REGION { const int *p = n ? a : b, *q = p + 1; out[0] = q == b; }
    // Loads in branches, which may become one from an address that is chosen.
    //= c
    REGION { out[0] = *c; out[1] = n ? out[0] : a[0]; }
    //= c
    REGION { out[0] = *c; if (n) out[1] = out[0]; else out[1] = a[0] + b[0]; }
    //= b
    REGION { out[0] = *c; out[1] = *b; for (int i = 0; i < n; i++) { if (c[i]) { out[1] += out[i]; continue; } out[1] += a[i]; } }
    //= c
    REGION { out[0] = *c; switch (n) { case 1: out[1] = out[0]; break; default: out[1] = a[0]; } }
    //= a c
    REGION { out[0] = *c; if (n) out[1] = out[0]; out[2] = a[0]; }
    //= a b c
    REGION { int own[4] = {n}; out[0] = *c; out[1] = n ? own[n & 3] : a[0] + b[0]; }
    // The members of a record are not told apart.
    //= c
    REGION { struct args s = {a, b, 3}; out[0] = value(s); out[1] = *c; }
    //= a
    REGION { struct args s = {a, a + 1, 3}; out[0] = value(s); }
    // Each call is one of its own.
    //= a b c
    REGION { int own = n; out[0] = get(a) + get(b) + inner(c) + inner(a) + get(&own); }
    //= c
    REGION { out[0] = get(n ? get(a) ? a : b : a); out[1] = *c; }
    // Library functions access memory too.
    //= c
    REGION { memcpy(out, n ? a : b, 4); out[1] = *c; }
    //= c
    REGION { out[0] = memcmp(n ? a : b, c, 4); }
    //= b c
    REGION { char own[4] = "own"; printf("%s", n ? (char *)a : own); out[1] = *b + *c; }
    // An integer may have been any pointer.
    //= b c
    REGION { intptr_t i = (intptr_t)a; out[0] = *(int *)i; out[1] = *b + *c; }
    //= b c
    REGION { out[0] = *(int *)((char *)a - (char *)0); out[1] = *b + *c; }
    // What comes out of memory may lead anywhere, and what goes there may come back.
#undef REGION
#define REGION _Pragma("omp target map(to: a[0:n], b[0:n]) map(from: out[0:n]) map(tofrom: h[0:n])")
    //= a b
    REGION { h->n = *h[1].p + *a + *b; }
    //= b
    REGION { h->n = *(n ? a : h[1].p); out[1] = *b; }
    //= a
    REGION { h->p = b; out[0] = *h->p + *a; }
    //= a
    REGION { h[n] = (struct held){n, b}; out[0] = *a; }
    //= b
    REGION { struct held own = {n, a}; memcpy(h, &own, sizeof own); out[0] = *b; }
    //= a b
    REGION { struct held own = {a[0], NULL}; *h = own; out[0] = *b; }
    //= b
    REGION { out[0] = *(n ? a : somewhere) + *b; }
    //=
    REGION { somewhere[0] = a[0] + b[0]; }
}

// Attached pointers lead to storage of their own.
void attached(struct held *h, int *a, int *out, int n)
{
#define ATTACHED _Pragma("omp target map(to: h[0:1], h->p[0:n], a[0:n]) map(from: out[0:n])")
    //= a h
    ATTACHED { for (int i = 0; i < h->n; i++) out[i] = h->p[i] + a[i]; }
    //= h
    ATTACHED { out[0] = *(n ? h->p : a); }
    //= a
    ATTACHED { int own = 1, *p = n ? &h->n : &own; out[0] = *p + *a; }
    //= a h
    ATTACHED { struct held *g = h; g++; g--; out[0] = g->n + h->n + *a; }
    //= a h
    ATTACHED { struct held *g = n ? h : h + 1; out[0] = g->n + *a; }
}
