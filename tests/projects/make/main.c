#include <stdio.h>
#include <stdlib.h>

#include "saxpy.h"
#include "sum.h"

int main(void)
{
    const int n = 1000;
    float *x = malloc(n * sizeof *x);
    float *y = malloc(n * sizeof *y);
    for (int i = 0; i < n; i++) {
        x[i] = i;
        y[i] = 1;
    }
    int on_device = saxpy(n, x, y);
    printf("sum %.0f on %s\n", sum(n, y), on_device ? "device" : "host");
    free(x);
    free(y);
    return 0;
}
