// lastprivate on distribute with inner parallel, and the last chunk rule.
#include <stdio.h>

int main(void)
{
    int last = 0, tail = 0, seen[33] = {0};
#pragma omp target map(tofrom: last, tail, seen)
#pragma omp teams
#pragma omp distribute lastprivate(last) dist_schedule(static, 4)
    for (int b = 0; b < 33; b++) {
        last = b * 2;
#pragma omp parallel for
        for (int i = 0; i < 1; i++)
            seen[b]++;
    }
#pragma omp target map(tofrom: tail)
#pragma omp teams distribute parallel for lastprivate(tail) schedule(static, 2) dist_schedule(static, 5)
    for (int i = 0; i < 48; i++)
        tail = i + 500;
    int n = 0;
    for (int i = 0; i < 33; i++)
        n += seen[i] == 1;
    printf("%d %d %d\n", last, tail, n);
    return 0;
}
