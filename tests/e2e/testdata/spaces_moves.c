// Pointers that point to private, team-local and mapped memory by turns.
#include <stdio.h>
#include <string.h>

struct box { double *p; int n; struct box *next; };

#pragma omp declare target
static double sum(const double *v, int n)
{
    double s = 0;
    while (n--)
        s += *v++;
    return s;
}
static double *larger(double *a, double *b) { return *a > *b ? a : b; }
static void link(struct box *b, double *p, int n) { b->p = p; b->n = n; b->next = 0; }
static double through(struct box *b)
{
    double own[2] = {1, 2}, s = 0;
    struct box extra;
    link(&extra, own, 2);
    b->next = &extra;
    for (struct box *q = b; q; q = q->next)
        s += sum(q->p, q->n);
    b->next = 0;
    return s;
}
static void bump(double **p, int by) { *p += by; }
#pragma omp end declare target

int main(void)
{
    double a[64], r[64];
    for (int i = 0; i < 64; i++)
        a[i] = i * 0.5, r[i] = 0;
#pragma omp target teams distribute parallel for map(to: a) map(tofrom: r) num_teams(2) thread_limit(4)
    for (int i = 0; i < 64; i++) {
        double x = 3 * i, tmp[4] = {1, 2, 3, 4}, grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
        double *p = tmp;
        r[i] += sum(p, 4);
        p = a + i;
        r[i] += *p;
        p = i % 2 ? &x : &a[i];
        r[i] += 10 * *p;
        struct box b;
        link(&b, i % 3 ? grid[1] : a, 3);
        r[i] += through(&b);
        r[i] += *larger(&x, a + 5);
        double *q = a;
        bump(&q, i % 60);
        r[i] += sum(q, 2);
        double *w = tmp;
        bump(&w, 2);
        r[i] += sum(w, 2);
        double **pp = i % 2 ? &q : &w;
        r[i] += **pp;
        for (double y = 1, *z = &y; y < 5; y++)
            r[i] += *(y > 2 ? z : a);
        double *rows[3] = {tmp, grid[0], a};
        for (int k = 0; k < 3; k++)
            r[i] += rows[k][k];
    }
    for (int i = 0; i < 64; i++)
        printf("%g ", r[i]);
    printf("\n");
    return 0;
}
