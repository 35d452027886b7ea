// Several distribute loops in one teams region, on different data.
#include <stdio.h>

int main(void)
{
    int a[70], b[35], c[20];
#pragma omp target teams map(from: a, b, c) num_teams(4) thread_limit(8)
    {
        int base = 3;
#pragma omp distribute
        for (int i = 0; i < 35; i++)
            b[i] = i * base;
        base *= 2;
#pragma omp distribute parallel for
        for (int i = 0; i < 70; i++)
            a[i] = i + base;
        base++;
#pragma omp distribute dist_schedule(static, 3)
        for (int i = 0; i < 20; i++) {
            int t = base;
#pragma omp parallel for reduction(+: t)
            for (int k = 0; k < i; k++)
                t += k;
            c[i] = t;
        }
    }
    long s = 0;
    for (int i = 0; i < 70; i++)
        s += a[i] * 3 + b[i % 35] * 5 + c[i % 20] * 7;
    printf("%ld %d %d %d\n", s, a[69], b[34], c[19]);
    return 0;
}
