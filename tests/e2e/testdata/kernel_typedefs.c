// Types declared inside the region and inside functions, typedefs of arrays and
// pointers, self-referential and incomplete-then-complete structs.
#include <stdio.h>

struct list;
typedef struct list list;
struct list { int v; list *next; };
typedef double matrix[2][2];
typedef const short *cursor;

#pragma omp declare target
static int total(const list *l)
{
    int s = 0;
    for (; l; l = l->next)
        s += l->v;
    return s;
}

static void mul(matrix c, matrix a, matrix b)
{
    typedef int index;
    for (index i = 0; i < 2; i++)
        for (index j = 0; j < 2; j++)
            c[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j];
}
#pragma omp end declare target

int main(void)
{
    short s[4] = {5, 6, 7, 8};
    matrix a = {{1, 2}, {3, 4}}, c;
    int r[4];
#pragma omp target map(to: s, a) map(from: r, c)
    {
        typedef struct { int lo, hi; } range;
        struct pair { range r; long n; } p = {{1, 5}, 9};
        enum local { ONE = 1, TWO } e = TWO;
        list third = {3, NULL}, second = {20, &third}, first = {100, &second};
        cursor at = s;
        r[0] = total(&first);
        second.next = NULL;
        r[1] = total(&first) + p.r.hi * 1000 + (int)p.n;
        r[2] = at[1] + *(at + 1) + (int)e;
        matrix t = {{1, 1}, {0, 1}};
        mul(c, a, t);
        r[3] = (int)sizeof(matrix) + (int)sizeof(struct pair);
    }
    printf("%d %d %d %d %g %g\n", r[0], r[1], r[2], r[3], c[0][1], c[1][1]);
    return 0;
}
