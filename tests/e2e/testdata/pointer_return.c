// Functions that return pointers into their argument or to a static table.
#include <stdio.h>

#pragma omp declare target
static const int squares[] = {0, 1, 4, 9, 16, 25};

static const int *entry(int i) { return &squares[i]; }

static int *find(int *v, int n, int x)
{
    for (int *p = v; p < v + n; p++)
        if (*p == x)
            return p;
    return 0;
}
#pragma omp end declare target

int main(void)
{
    int a[12], r[6];
    for (int i = 0; i < 12; i++)
        a[i] = 11 - i;
#pragma omp target map(tofrom: a) map(from: r)
    for (int i = 0; i < 6; i++) {
        int *p = find(a, 12, *entry(i));
        r[i] = p ? (int)(p - a) : -1;
        if (p)
            *p += 100;
        int own[3] = {4, 9, 25};
        int *q = find(own, 3, *entry(i));
        r[i] += q ? 1000 * (int)(q - own + 1) : 0;
    }
    for (int i = 0; i < 6; i++)
        printf("%d ", r[i]);
    for (int i = 0; i < 12; i++)
        printf("%d ", a[i]);
    printf("\n");
    return 0;
}
