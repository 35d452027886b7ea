// Conditional, logical and comma operators: only what must be evaluated is.
#include <stdio.h>

#pragma omp declare target
static int note(int *log, int bit, int value)
{
    *log |= 1 << bit;
    return value;
}
#pragma omp end declare target

int main(void)
{
    int zero = 0, r[6], log[6] = {0};
    double d[3];
#pragma omp target map(from: r, d) map(tofrom: log)
    {
        r[0] = note(&log[0], 0, 0) && note(&log[0], 1, 1);
        r[1] = note(&log[1], 0, 5) || note(&log[1], 1, 1);
        r[2] = note(&log[2], 0, 1) ? note(&log[2], 1, 20) : note(&log[2], 2, 30);
        r[3] = (note(&log[3], 0, 1), note(&log[3], 1, 0)) ? 1 : note(&log[3], 2, 0) ?: 9;
        r[4] = r[0] ? 1 : r[1] ? r[2] > 10 ? 2 : 3 : 4;
        r[5] = !(r[4] == 2) + ((r[4] > 1) - (r[4] > 3)) * 10 + (r[4] & 3 && zero + 4) * 100;
        d[0] = r[0] ? 1 : 0.5;
        d[1] = r[1] ? 3 : 2.5f;
        d[2] = (r[2] == 20 && r[3] == 9) / 2.0;
    }
    for (int i = 0; i < 6; i++)
        printf("%d/%d ", r[i], log[i]);
    printf("%g %g %g\n", d[0], d[1], d[2]);
    return 0;
}
