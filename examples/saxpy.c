/* saxpy.c: y = a*x + y, the smallest useful target region. */
#include <stdio.h>
#include <stdlib.h>

static void saxpy(int n, float a, const float *x, float *y)
{
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
    for (int i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}

int main(void)
{
    int n = 1 << 20, wrong = 0;
    float *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    if (!x || !y)
        return 1;
    for (int i = 0; i < n; i++) {
        x[i] = i % 1000;
        y[i] = 1;
    }
    saxpy(n, 2, x, y);
    for (int i = 0; i < n; i++)
        wrong += y[i] != 2 * (i % 1000) + 1;
    printf("%d of %d elements are wrong\n", wrong, n);
    free(x);
    free(y);
    return wrong != 0;
}
