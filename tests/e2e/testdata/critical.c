// critical, unnamed and named, with compound updates that need exclusion.
#include <stdio.h>

int main(void)
{
    int n = 200, count = 0, max = -1, where = -1, list[200];
    double sum = 0;
#pragma omp target map(tofrom: count, max, where, sum) map(from: list)
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int v = (i * 7919) % 211;
#pragma omp critical
        {
            list[count] = v;
            count++;
        }
#pragma omp critical(best)
        {
            if (v > max) {
                max = v;
                where = i;
            }
        }
#pragma omp critical(total)
        sum += v * 0.5;
    }
    long s = 0;
    for (int i = 0; i < n; i++)
        s += list[i];
    printf("%d %d %d %g %ld\n", count, max, where, sum, s);
    return 0;
}
