// The collapsed iteration order: lastprivate, code in the inner loop only, more
// loops inside than collapse names, bounds from variables.
#include <stdio.h>

int main(void)
{
    int n = 5, m = 7, li = 0, lj = 0, a[5][7][3];
#pragma omp target map(from: a) map(tofrom: li, lj)
#pragma omp teams distribute parallel for collapse(2) lastprivate(li, lj)
    for (int i = 0; i < n; i++)
        for (int j = m - 1; j > -1; j--) {
            for (int k = 0; k < 3; k++)
                a[i][j][k] = i * 100 + j * 10 + k;
            li = i;
            lj = j;
        }
    long s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < 3; k++)
                s = s * 31 % 1000003 + a[i][j][k];
    printf("%ld %d %d\n", s, li, lj);
    return 0;
}
