// map(alloc) scratch in a data environment, filled and used by two regions.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 333;
    float *tmp = malloc(n * sizeof *tmp), *out = malloc(n * sizeof *out);
    for (int i = 0; i < n; i++)
        tmp[i] = out[i] = -1;
#pragma omp target data map(alloc: tmp[0:n]) map(from: out[0:n])
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            tmp[i] = i * 0.5f;
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            out[i] = tmp[i] + tmp[n - 1 - i];
    }
    int good = 0;
    for (int i = 0; i < n; i++)
        good += out[i] == (n - 1) * 0.5f;
    printf("%d of %d\n", good, n);
    free(tmp);
    free(out);
    return 0;
}
