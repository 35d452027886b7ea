// Nested parallel regions: the inner ones work on rows.
#include <stdio.h>

int main(void)
{
    static int a[9][17];
    int total = 0;
#pragma omp target map(tofrom: a, total)
    {
#pragma omp parallel for
        for (int i = 0; i < 9; i++) {
            int row = i * 100, s = 0;
#pragma omp parallel for
            for (int j = 0; j < 17; j++)
                a[i][j] = row + j;
#pragma omp parallel for reduction(+: s)
            for (int j = 0; j < 17; j++)
                s += a[i][j];
#pragma omp atomic
            total += s;
        }
    }
    long s = 0;
    for (int i = 0; i < 9; i++)
        for (int j = 0; j < 17; j++)
            s += a[i][j] * (long)(i + j + 1);
    printf("%d %ld\n", total, s);
    return 0;
}
