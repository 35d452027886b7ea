// Data from standard input, worked on by the device.
// STDIN: 5
// STDIN: 10 -20 30 -40 50
// STDIN: 3 1.5 2.5 3.5
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n, m, s = 0;
    if (scanf("%d", &n) != 1)
        return 2;
    int *v = malloc(n * sizeof *v);
    for (int i = 0; i < n; i++)
        if (scanf("%d", &v[i]) != 1)
            return 2;
#pragma omp target teams distribute parallel for map(to: v[0:n]) reduction(+: s)
    for (int i = 0; i < n; i++)
        s += abs(v[i]);
    if (scanf("%d", &m) != 1)
        return 2;
    double d[m];
    for (int i = 0; i < m; i++)
        if (scanf("%lf", &d[i]) != 1)
            return 2;
#pragma omp target
    for (int i = 0; i < m; i++)
        d[i] *= s;
    for (int i = 0; i < m; i++)
        printf("%g\n", d[i]);
    free(v);
    return 0;
}
