// realloc between regions; the device sees the block where it is now.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 4, *v = malloc(n * sizeof *v);
    for (int i = 0; i < n; i++)
        v[i] = 1;
    while (n < 5000) {
        int m = n * 2 + 1;
        v = realloc(v, m * sizeof *v);
#pragma omp target teams distribute parallel for map(tofrom: v[0:m])
        for (int i = n; i < m; i++)
            v[i] = v[i % n] + 1;
        n = m;
    }
    long s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    printf("%d %ld\n", n, s);
    free(v);
    return 0;
}
