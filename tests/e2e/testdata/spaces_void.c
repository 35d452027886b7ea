// Pointers that go through void *, char *, integers and unions.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

union any { int *ip; double *dp; void *vp; };
struct cmp { const void *a, *b; };

#pragma omp declare target
static int less(const void *a, const void *b) { return *(const int *)a < *(const int *)b; }
static void swap(void *a, void *b, unsigned long n)
{
    char *x = a, *y = b;
    while (n--) {
        char t = *x;
        *x++ = *y, *y++ = t;
    }
}
static int via_int(int *p) { uintptr_t u = (uintptr_t)p; return *(int *)(u + 4); }
static int via_union(int *p) { union any u; u.vp = p; return *u.ip; }
static int two(void *pp) { int **q = pp; return **q; }
#pragma omp end declare target

int main(void)
{
    int a[16], r[16];
    for (int i = 0; i < 16; i++)
        a[i] = 16 - i;
#pragma omp target teams distribute parallel for map(to: a) map(from: r)
    for (int i = 0; i < 16; i++) {
        int x = 7, y = 9, own[3] = {i, i + 1, i + 2};
        int *p = &x;
        swap(&x, &y, sizeof x);
        struct cmp c = {&x, &a[i]};
        r[i] = x * 1000 + less(&x, &y) + 10 * less(c.a, c.b) + via_int(own) + via_union(&y) + two(&p);
        int copy[3];
        memcpy(copy, own, sizeof own);
        memset(own, 0, sizeof own);
        r[i] += copy[2] * 100 + own[1];
        r[i] += via_int(&a[i % 15]);
        int *ptrs[2] = {own, copy}, *again[2];
        memcpy(again, ptrs, sizeof ptrs);
        r[i] += again[1][0];
    }
    for (int i = 0; i < 16; i++)
        printf("%d ", r[i]);
    printf("\n");
    return 0;
}
