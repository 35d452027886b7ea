#include <stddef.h>
#include "vectors.h"

static int twice(const int *x) { return 2 * *x; }

int vec_sum(const int *v, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += twice(v + i) / 2;
    return s;
}

void vec_swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

void vec_mix(int *to, const int *a, const int *b)
{
    const int *from = *a > *b ? a : b;
    *to = *from + vec_sum(a, 1);
}

int *vec_find(int *v, int n, int key)
{
    for (int i = 0; i < n; i++)
        if (v[i] == key)
            return v + i;
    return NULL;
}

const char *vec_name(int i) { return i % 2 ? "odd" : "even"; }

int vec_length(const char *s)
{
    int n = 0;
    while (s[n])
        n++;
    return n;
}

void vec_step(int **p, int by) { *p += by; }

int vec_pair(const struct pair *p) { return vec_sum(p->p, p->n); }

void vec_four(int *a, int *b, int *c, int *d) { *a = *b + *c + *d; }

int vec_rows(int n, int m, int a[n][m])
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += vec_sum(a[i], m) * (i + 1);
    return s;
}
