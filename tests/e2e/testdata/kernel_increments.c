// Increments and compound assignments with side effects on memory.
#include <stdio.h>

#pragma omp declare target
static int calls;
static int index_of(int *at) { return (*at)++; }
#pragma omp end declare target

int main(void)
{
    int a[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, r[8], at = 2, n = 0;
    double d[3] = {1, 2, 3};
    char c[4] = "abc";
#pragma omp target map(tofrom: a, d, c, at) map(from: r)
    {
        int *p = a;
        r[0] = *p++ + 5;
        r[1] = (*p)++ + p[-1];
        r[2] = a[index_of(&at)] += 100;
        a[index_of(&at)] *= 2;
        r[3] = at;
        r[4] = a[5]++ - --a[6];
        r[5] = n = a[7] = 77;
        *(p + 5) -= p[6] <<= 1;
        r[6] = (n++, n += 2, n * 2);
        d[1]++;
        --d[0];
        r[7] = (int)(d[2]-- * 10);
        for (char *q = c; *q; *q++ ^= 0x20)
            ;
        a[9] |= 0x100, a[0] = ~a[0];
        calls++;
    }
    for (int i = 0; i < 10; i++)
        printf("%d ", a[i]);
    for (int i = 0; i < 8; i++)
        printf("%d ", r[i]);
    printf("%g %g %g %s %d\n", d[0], d[1], d[2], c, at);
    return 0;
}
