// Pointers of a structure and of declare target, attached to sections that have gone
// since: an update gives the device what the host has.
#include <stdio.h>
#include <stdlib.h>

typedef struct node { int v; struct node *next; } node;
struct box { int n; double *p; double *q; };

#pragma omp declare target
node *head;
static int sum(void)
{
    int s = 0;
    for (node *p = head; p; p = p->next)
        s += p->v;
    return s;
}
#pragma omp end declare target

static void list(void)
{
    node one = {1, NULL};
    int s = -1;
    head = &one;
#pragma omp target enter data map(to: head[0:1])
#pragma omp target map(from: s)
    s = sum();
    printf("%d\n", s);
#pragma omp target exit data map(release: head[0:1])
    head = NULL;
#pragma omp target update to(head)
#pragma omp target map(from: s)
    s = sum();
    printf("%d\n", s);
}

static void member(void)
{
    struct box b = {4, malloc(4 * sizeof(double)), NULL};
    int seen = -1;
    for (int i = 0; i < 4; i++)
        b.p[i] = i;
#pragma omp target enter data map(to: b)
#pragma omp target enter data map(to: b.p[0:4])
#pragma omp target map(from: seen)
    seen = (b.p == NULL) + 2 * (b.q == NULL);
    printf("%d\n", seen);
#pragma omp target exit data map(from: b.p[0:4])
    free(b.p);
    b.p = NULL;
    b.n = 5;
#pragma omp target update to(b)
#pragma omp target map(from: seen)
    seen = (b.p == NULL) + 2 * (b.q == NULL) + 10 * b.n;
    printf("%d\n", seen);
    b.p = malloc(8 * sizeof(double));
    for (int i = 0; i < 8; i++)
        b.p[i] = 10 + i;
#pragma omp target data map(to: b.p[0:8])
#pragma omp target map(from: seen)
    seen = (int)b.p[7];
    printf("%d\n", seen);
#pragma omp target exit data map(from: b)
    printf("%d %g\n", b.n, b.p[1]);
    free(b.p);
}

int main(void)
{
    list();
    member();
    return 0;
}
