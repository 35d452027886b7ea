// while, do, for with commas, empty bodies, empty clauses, goto out of and into
// nested loops inside the region.
#include <stdio.h>

#pragma omp declare target
static int collatz(unsigned n)
{
    int steps = 0;
    while (n != 1) {
        n = n & 1 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}

static int digits(int n)
{
    int d = 0;
    do
        d++;
    while (n /= 10);
    return d;
}
#pragma omp end declare target

int main(void)
{
    int a[30], g[3] = {0};
#pragma omp target map(from: a) map(tofrom: g)
    {
#pragma omp parallel for
        for (int i = 0; i < 30; i++) {
            int lo, hi, found = -1;
            for (lo = 0, hi = 100; lo < hi; lo++, hi--)
                ;
            for (int j = 0; j < 10; j++)
                for (int k = 0; k < 10; k++)
                    if (j * k == i) {
                        found = j * 10 + k;
                        goto done;
                    }
        done:
            a[i] = collatz((unsigned)i + 1) + 1000 * digits(i * 50) + 10000 * found + lo;
        }
        int n = 0;
    again:
        if (n++ < 5)
            goto again;
        g[0] = n;
        for (;;) {
            if (n-- < 0)
                break;
        }
        g[1] = n;
        ;
        {
        }
        if (g[0])
            ;
        else
            g[2] = 1;
    }
    for (int i = 0; i < 30; i++)
        printf("%d ", a[i]);
    printf("%d %d %d\n", g[0], g[1], g[2]);
    return 0;
}
